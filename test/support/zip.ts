// Zips by hand, honest or not: names, sizes, modes and counts are whatever a test says.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The Unix mode with the type of the file. */
  readonly mode?: number;
  /** Instead of the real size, in the headers. */
  readonly statedSize?: number;
  readonly method?: 0 | 8 | 14;
}

const regularFile = 0o100644;

function headerOf(entry: ZipEntry, packed: Buffer, offset: number) {
  const name = Buffer.from(entry.name, "utf8");
  const size = entry.statedSize ?? entry.bytes.length;
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(entry.method ?? 8, 4);
  shared.writeUInt32LE(crc32(entry.bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(size, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, name, packed]);
  const rest = Buffer.alloc(14);
  rest.writeUInt16LE(entry.mode ?? regularFile, 8);
  rest.writeUInt32LE(offset, 10);
  const made = Buffer.from([20, 3]); // version 2.0, made on Unix
  const central = [Buffer.from("PK\x01\x02", "latin1"), made, shared, rest, name];
  return { local, central: Buffer.concat(central) };
}

export function zipOf(...entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.method === 0 ? Buffer.from(entry.bytes) : deflateRawSync(entry.bytes);
    const { local, central } = headerOf(entry, packed, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
