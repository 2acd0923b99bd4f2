/** Reads whole text files without blocking. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { sha256 } from "../../base/sha256.ts";
import type { ReadFileReply, ResolveReply } from "../../protocol/cell.ts";
import type { RunnerError } from "../../protocol/error.ts";
import type { Operations } from "../process/frames.ts";
import { fileError } from "./errors.ts";
import { kindOf, locate, namesBelow } from "./locate.ts";
import { openParent, type OpenParent } from "./open-judged.ts";

/** Bytes in which git's test for a binary file looks for a NUL. */
const BINARY_PROBE_BYTES = 8192;

/** Larger files get no digest from `resolve`: hashing 64 MB takes about 50 ms, and no tool reads such a file at once. */
const MAX_DIGEST_BYTES = 64 * 1024 * 1024;

/** A judged file's text, or base64 with `mayBeBinary`. Throws `workspace.file` for any other file, and one that is too large. */
export function readFile(root: string, { path, maxBytes, mayBeBinary }: Operations["readFile"]["args"]): ReadFileReply {
  using folder = openParent(root, path);
  const bytes = readBytes(folder, path, maxBytes);
  const isBinary = looksBinary(bytes);
  const facts = { path: namesBelow(root, path).join("/"), sizeBytes: bytes.length, digest: sha256(bytes) };
  if (isBinary && mayBeBinary === true) return { ...facts, text: "", data: bytes.toString("base64") };
  if (isBinary) {
    throw fileError(
      `${path} is a binary file (${bytes.length} bytes).`,
      "Only UTF-8 text can be read; use a command for anything else.",
    );
  }
  return { ...facts, text: decode(bytes, path) };
}

/** git's test, without attributes. */
export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}

/** The resolved path, and the kind and digest of its file. */
export function resolvePath(root: string, path: string): ResolveReply {
  const { path: inside, stats, isRespelled } = locate(root, path);
  const found = { path: inside, ...(isRespelled ? { isRespelled } : {}) };
  if (stats === undefined) return { ...found, kind: "missing" };
  if (!stats.isFile() || stats.size > MAX_DIGEST_BYTES) return { ...found, kind: kindOf(stats) };
  using folder = openParent(root, inside);
  return { ...found, kind: "file", digest: sha256(readBytes(folder, inside, MAX_DIGEST_BYTES)) };
}

/** Bytes of a regular file of at most `maxBytes`. It is opened without following a link, and without waiting if it is a pipe by now. */
export function readBytes({ file, explain }: OpenParent, path: string, maxBytes: number): Buffer {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw explain(error);
  }
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw fileError(`${path} is a folder.`, "Name a file, or list the folder.");
    if (!stats.isFile()) throw fileError(`${path} is a pipe, socket or device.`, "Name a regular file.");
    if (stats.size > maxBytes) throw tooLarge(path, stats.size, maxBytes);
    // One byte more than the size shows that the file is growing.
    const buffer = Buffer.allocUnsafe(stats.size + 1);
    let length = 0;
    while (length < buffer.length) {
      const count = readSync(fd, buffer, length, buffer.length - length, length);
      if (count === 0) break;
      length += count;
    }
    if (length > maxBytes) throw tooLarge(path, length, maxBytes);
    return buffer.subarray(0, Math.min(length, stats.size));
  } finally {
    closeSync(fd);
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    // The byte order mark stays, so that writing the text back gives the same bytes.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const hint = "Only UTF-8 text can be read; use a command such as iconv or file.";
    throw fileError(`${path} is not valid UTF-8.`, hint, error);
  }
}

function tooLarge(path: string, size: number, maxBytes: number): RunnerError {
  return fileError(
    `${path} is too large: ${size} bytes.`,
    `At most ${maxBytes} bytes can be read; use a command such as head, sed or grep.`,
  );
}
