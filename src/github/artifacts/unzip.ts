// Unzip: the one expected entry of a zip, in memory, within a bound; anything unexpected is refused.
import { crc32, inflateRawSync } from "node:zlib";

export interface Expected {
  readonly entry: string;
  /** Of the entry, unpacked. */
  readonly mostBytes: number;
}

export type Unzipped =
  | { readonly kind: "entry"; readonly bytes: Buffer }
  | { readonly kind: "refused"; readonly why: string };

/** APPNOTE.TXT 6.3.10: 4.3.7 local header, 4.3.12 central header, 4.3.16 end of the central directory. */
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const sizes = { local: 30, central: 46, end: 22 };
const encrypted = 0x0001;
const stored = 0;
const deflated = 8;
const symbolicLink = 0o120000;
const fileType = 0o170000;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly mode: number;
  readonly offset: number;
}

/** Breaks off reading; only in here. */
class Refusal extends Error {}

function refuse(why: string): never {
  throw new Refusal(why);
}

/** Offset of the directory, which ends at the very end: anything between would let two readers see two archives. */
function directoryOf(zip: Buffer): number {
  const end = zip.length - sizes.end;
  if (end < 0 || zip.readUInt32LE(end) !== signatures.end) refuse("it is not a whole zip");
  const count = zip.readUInt16LE(end + 10);
  if (count !== 1) refuse(`it has ${count} entries, not one`);
  const offset = zip.readUInt32LE(end + 16);
  if (offset + zip.readUInt32LE(end + 12) !== end) refuse("its directory is broken");
  return offset;
}

function entryAt(zip: Buffer, at: number): Entry {
  if (at + sizes.central > zip.length || zip.readUInt32LE(at) !== signatures.central)
    refuse("its directory is broken");
  const nameLength = zip.readUInt16LE(at + 28);
  return {
    name: zip.toString("utf8", at + sizes.central, at + sizes.central + nameLength),
    flags: zip.readUInt16LE(at + 8),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    mode: zip.readUInt16LE(at + 40),
    offset: zip.readUInt32LE(at + 42),
  };
}

function check({ name, flags, method, mode, size }: Entry, { entry, mostBytes }: Expected): void {
  if (name !== entry) refuse(`its entry is ${JSON.stringify(name.slice(0, 80))}, not ${entry}`);
  if ((mode & fileType) === symbolicLink) refuse(`${entry} is a symbolic link`);
  if ((flags & encrypted) !== 0) refuse(`${entry} is encrypted`);
  if (method !== stored && method !== deflated) refuse(`${entry} is packed by method ${method}`);
  if (size > mostBytes) refuse(`${entry} has ${size} bytes, allowed are ${mostBytes}`);
}

function packedBytes(zip: Buffer, { offset, packed }: Entry): Buffer {
  if (offset + sizes.local > zip.length || zip.readUInt32LE(offset) !== signatures.local)
    refuse("its entry is broken");
  const start =
    offset + sizes.local + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (start + packed > zip.length) refuse("its entry is cut off");
  return zip.subarray(start, start + packed);
}

/** What the headers say of the size is not believed: unpacking stops at the bound. */
function unpacked(packed: Buffer, { method, size }: Entry, { entry, mostBytes }: Expected): Buffer {
  if (method === stored) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.min(mostBytes, size + 1) });
  } catch {
    return refuse(`${entry} cannot be unpacked into the ${size} bytes that it states`);
  }
}

function entryOf(zip: Buffer, expected: Expected): Buffer {
  const entry = entryAt(zip, directoryOf(zip));
  check(entry, expected);
  const bytes = unpacked(packedBytes(zip, entry), entry, expected);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) refuse("its checksum is wrong");
  return bytes;
}

export function unzipEntry(zip: Buffer, expected: Expected): Unzipped {
  try {
    return { kind: "entry", bytes: entryOf(zip, expected) };
  } catch (cause) {
    if (cause instanceof Refusal) return { kind: "refused", why: cause.message };
    throw cause;
  }
}
