/**
 * Computes how large a patch makes its files before git unpacks it into memory: a megabyte can make a gigabyte. The sizes can be relied
 * on, because git refuses a patch that makes a file of another size.
 */

import { inflateSync } from "node:zlib";
import { configError, type RunnerError } from "../protocol/error.ts";

/** GitHub takes no larger file. Storing a sparse file of 4 GB would take git a minute. */
export const MAX_GITHUB_FILE_BYTES = 100 * 1024 * 1024;
/** Limit for everything that a patch unpacks, because git and the search for secrets hold it in memory. */
const MAX_TOTAL_BYTES = 3 * MAX_GITHUB_FILE_BYTES;

/** Sizes of the files at these paths before the patch, in bytes. The map lacks paths that do not exist. */
export type SizesBefore = (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Returns how many files the patch changes. Throws `config.invalid` for a file that is too large, or that our diffs do not make. */
export async function requireSmallPatch(patch: Buffer, sizesBefore: SizesBefore): Promise<number> {
  const files = sectionsOf(patch).map(patchedFile);
  const before = await sizesBefore(files.flatMap(({ path, isText }) => (isText ? [path] : [])));
  let total = 0;
  for (const { path, bytes, unpacked, isText } of files) {
    const more = isText ? (before.get(path) ?? 0) : 0;
    if (bytes + more > MAX_GITHUB_FILE_BYTES)
      throw refused(`${path} would have ${bytes + more} bytes; ${MAX_GITHUB_FILE_BYTES} are the most`);
    total += unpacked + more;
    if (total > MAX_TOTAL_BYTES) throw refused(`up to ${path} it unpacks to more than ${MAX_TOTAL_BYTES} bytes`);
  }
  return files.length;
}

interface PatchedFile {
  readonly path: string;
  /** The patch has hunks of lines; the rest of the file stays as it was. */
  readonly isText: boolean;
  /** The largest possible size after the patch; for a text file without its size before. */
  readonly bytes: number;
  /** Bytes that git unpacks, including the reverse hunk. */
  readonly unpacked: number;
}

const HEADER = Buffer.from("\ndiff --git ");

function sectionsOf(patch: Buffer): readonly string[] {
  const text = Buffer.concat([Buffer.from("\n"), patch]);
  const starts: number[] = [];
  for (let at = text.indexOf(HEADER); at !== -1; at = text.indexOf(HEADER, at + 1)) starts.push(at + 1);
  // Latin-1 keeps every byte.
  return starts.map((start, index) => text.toString("latin1", start, starts[index + 1]));
}

/** The diff of each file in a patch of ours, by path. Throws `config.invalid` for a patch that our diffs do not make. */
export function diffsByPath(patch: string): ReadonlyMap<string, string> {
  const diffs = new Map<string, string>();
  for (const section of sectionsOf(Buffer.from(patch))) {
    const path = pathIn(section.slice(0, section.indexOf("\n")));
    // A file that becomes a link has two sections.
    diffs.set(path, (diffs.get(path) ?? "") + Buffer.from(section, "latin1").toString("utf8"));
  }
  return diffs;
}

const BINARY = "\nGIT binary patch\n";

function patchedFile(section: string): PatchedFile {
  const path = pathIn(section.slice(0, section.indexOf("\n")));
  const binary = section.indexOf(BINARY);
  const firstHunk = section.search(/\n@@ /);
  const head = section.slice(0, binary === -1 ? (firstHunk === -1 ? undefined : firstHunk) : binary);
  if (/\n(?:copy|rename) /.test(head)) throw refused(`${path} is a copy or a rename, which our diffs do not make`);
  if (binary === -1) return { path, isText: true, bytes: section.length, unpacked: section.length };
  const [forward, ...others] = hunksIn(section.slice(binary + BINARY.length), path);
  const bytes = forward.isDelta ? deltaSize(decode85(forward.line), path) : forward.size;
  const sizes = [forward, ...others].map(({ size }) => size);
  const unpacked = sizes.reduce((sum, size) => sum + size, forward.isDelta ? bytes : 0);
  return { path, isText: false, bytes: sizes.reduce((most, size) => Math.max(most, size), bytes), unpacked };
}

interface BinaryHunk {
  readonly size: number;
  readonly isDelta: boolean;
  /** The first line of its data. */
  readonly line: string;
}

const DATA = /^[A-Za-z][!-~]+$/;

/** The forward and the reverse hunk. git reads sizes in many spellings, so every line that git does not write itself is refused. */
function hunksIn(text: string, path: string): readonly [BinaryHunk, ...(readonly BinaryHunk[])] {
  const lines = text.split("\n");
  const found: BinaryHunk[] = [];
  for (const [index, head] of lines.entries()) {
    const [, kind, digits] = /^(literal|delta) (0|[1-9]\d{0,14})$/.exec(head) ?? [];
    if (kind !== undefined) {
      found.push({ size: Number(digits), isDelta: kind === "delta", line: lines[index + 1] ?? "" });
    } else if (index === 0 || (head !== "" && !DATA.test(head))) {
      throw refused(`${path} has a binary part that git does not write`);
    }
  }
  const [forward, ...others] = found;
  if (forward === undefined) throw refused(`${path} has a binary part that git does not write`);
  return [forward, ...others];
}

/** The path in `diff --git a/x b/x`, where both names may be quoted. If they differ, git takes the path from other lines. */
function pathIn(line: string): string {
  const names = line.slice("diff --git ".length);
  const middle = Math.floor(names.length / 2);
  const [old, now] = [names.slice(0, middle), names.slice(middle + 1)];
  const [first, second] = [/^("?)a\/(.+?)\1$/s.exec(old), /^("?)b\/(.+?)\1$/s.exec(now)];
  if (names[middle] !== " " || first === null || second === null || first[2] !== second[2] || first[1] !== second[1]) {
    throw refused(`it has a header that our diffs do not make: ${line}`);
  }
  const [, quote = "", written = ""] = second;
  const bytes =
    quote === ""
      ? written
      : written.replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
          return code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code);
        });
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** Size of the file after a delta, which begins with the sizes before and after, seven bits to a byte. The first line has both. */
function deltaSize(deflated: Buffer, path: string): number {
  try {
    // The data continues in further lines; with this flag zlib returns what it could inflate.
    const start = inflateSync(deflated, { finishFlush: SYNC_FLUSH, maxOutputLength: 1_000_000 });
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let factor = 1; at < start.length; factor *= 128) {
        const byte = start[at] ?? 0;
        at += 1;
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
      throw new Error("it ends early");
    };
    number();
    return number();
  } catch (cause) {
    throw refused(`${path} has a delta that cannot be read`, cause);
  }
}

/** Z_SYNC_FLUSH: an incomplete stream is not an error. */
const SYNC_FLUSH = 2;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/** A line of git's base 85: a letter for the number of bytes (A–Z: 1–26, a–z: 27–52), then five characters for four bytes. */
function decode85(line: string): Buffer {
  const letter = line.charCodeAt(0);
  const length = letter >= 97 ? letter - 96 + 26 : letter - 64;
  const bytes: number[] = [];
  for (let at = 1; at < line.length; at += 5) {
    let value = 0;
    for (const char of line.slice(at, at + 5)) value = value * 85 + ALPHABET.indexOf(char);
    bytes.push((value / 2 ** 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  }
  return Buffer.from(bytes.slice(0, Math.max(0, length)));
}

function refused(why: string, cause?: unknown): RunnerError {
  const hint = "Keep such files out of the change, or use Git LFS.";
  return configError(`The patch is not applied: ${why}.`, hint, cause);
}
