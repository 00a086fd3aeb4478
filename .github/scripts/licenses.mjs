// Writes the licences of every package that may be in the bundles: all that the lock file installs for production.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [output] = process.argv.slice(2);
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

/** Places of production packages, in an order that is the same on every machine. */
const places = Object.entries(lock.packages)
  .filter(([place, { dev, optional }]) => place !== "" && !dev && !optional && existsSync(place))
  .map(([place]) => place)
  .sort();

function licenceOf(place) {
  const file = readdirSync(place)
    .sort()
    .find((name) => /^licen[cs]e/i.test(name));
  return file ? readFileSync(path.join(place, file), "utf8").trim() : undefined;
}

/** Licence text → the packages under it: hundreds share one to the letter. */
const packages = new Map();
for (const place of places) {
  const { name, version, license } = JSON.parse(readFileSync(`${place}/package.json`, "utf8"));
  const text = licenceOf(place) ?? `(no licence file; declared: ${license ?? "nothing"})`;
  const titles = packages.get(text) ?? new Set();
  packages.set(text, titles.add(`${name}@${version}`));
}

const rule = "=".repeat(72);
const parts = [...packages].map(([text, titles]) => `${[...titles].join("\n")}\n\n${text}\n`);
writeFileSync(output, parts.join(`\n${rule}\n\n`).replaceAll("\r\n", "\n"));
