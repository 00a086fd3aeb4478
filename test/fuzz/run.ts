// The long fuzz run: `node test/fuzz/run.ts [STRINGS] [FIRST SEED]`, 300,000 strings unless said; any fault fails it.
import { trial } from "./trial.ts";

const [wanted = 300_000, first = 1] = process.argv.slice(2).map(Number);
let strings = 0;
let seed = first;
let faults = 0;
for (; strings < wanted; seed += 1) {
  const tried = trial(seed);
  strings += tried.strings;
  for (const fault of tried.faults) {
    faults += 1;
    process.stdout.write(`seed ${seed}: ${JSON.stringify(fault.slice(0, 400))}\n`);
  }
}
process.stdout.write(`${strings} strings in ${seed - first} reports, ${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;
