/**
 * Copies of checkouts: the files, and git's index as it would be had git written them there. A copy takes no process; git would
 * read every file anew where its index remembers others.
 */

import { createHash } from "node:crypto";
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyFolder } from "./copy-folder.ts";

/** Of an entry: ten numbers about the file, its object, flags; then the path, filled up with zeros to a multiple of 8. */
const NUMBERS_BYTES = 40;
const PATH_AT = 62;
const EXTENDED = 0x4000;
const SUBMODULE = 0o160000;

/** Copies a work tree with its `.git`. */
export function copyCheckout(from: string, to: string): void {
  copyFolder(from, to);
  const path = join(to, ".git/index");
  const index = indexOf(path);
  if (index === undefined) return;
  const count = index.readUInt32BE(8);
  for (let entry = 0, at = 12; entry < count; entry += 1) {
    const start = at + PATH_AT + ((index.readUInt16BE(at + PATH_AT - 2) & EXTENDED) === 0 ? 0 : 2);
    const end = index.indexOf(0, start);
    const file = join(to, index.toString("utf8", start, end));
    if (index.readUInt32BE(at + 24) !== SUBMODULE) writeNumbers(index.subarray(at, at + NUMBERS_BYTES), file);
    at += Math.ceil((end + 1 - at) / 8) * 8;
  }
  createHash("sha1")
    .update(index.subarray(0, -20))
    .digest()
    .copy(index, index.length - 20);
  writeFileSync(path, index);
}

/** The bytes of an index in the form that git writes here; undefined where there is none. */
function indexOf(path: string): Buffer | undefined {
  try {
    const index = readFileSync(path);
    const version = index.readUInt32BE(4);
    if (version === 2 || version === 3) return index;
    throw new Error(`${path} has version ${version}; versions 2 and 3 can be copied`);
  } catch (error) {
    if (Reflect.get(error as object, "code") === "ENOENT") return undefined;
    throw error;
  }
}

/** Change time, time of the content, device, inode; then the mode, which stays; owner, group, size. */
function writeNumbers(entry: Buffer, file: string): void {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = lstatSync(file, { bigint: true });
  const second = 1_000_000_000n;
  const numbers = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino];
  for (const [at, value] of numbers.entries()) entry.writeUInt32BE(low(value), at * 4);
  for (const [at, value] of [uid, gid, size].entries()) entry.writeUInt32BE(low(value), 28 + at * 4);
}

/** Git keeps the lowest 32 bits. */
const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
