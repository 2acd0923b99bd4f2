/**
 * Secrets that the doubles hand out, and the search for them in whatever comes back. Every double looks through all it received
 * when it is closed, so that every test that uses one also tests that nothing leaks. The search knows nothing of ours.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";

/** Value → what it is. One list for the process: what one double hands out must not reach another. */
const known = new Map<string, { readonly name: string; readonly forms: readonly string[] }>();

/** Shorter ones are names of tests, not secrets. */
const MIN_CHARS = 16;

/** From now on `value` may stand in no text but the header that it is for. */
export function addCanary(name: string, value: string): void {
  if (value.length >= MIN_CHARS && !known.has(value)) known.set(value, { name, forms: formsOf(value) });
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const hex = bytes.toString("hex");
  const plain = [value, encodeURIComponent(value), Array.from(value).toReversed().join("")];
  const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...plain, ...base64, ...url, hex, hex.toUpperCase()])];
}

/** Something that was received. `own`: secrets that belong there. */
export interface Received {
  readonly where: string;
  readonly bytes: Buffer | string;
  readonly own?: readonly string[];
}

/** One line for each secret in each thing. */
export function canariesIn(received: Iterable<Received>): readonly string[] {
  return [...received].flatMap(({ where, bytes, own = [] }) => {
    const text = typeof bytes === "string" ? bytes : bytes.toString("latin1");
    const here = [...known].filter(
      ([value, { forms }]) => !own.includes(value) && forms.some((form) => text.includes(form)),
    );
    return here.map(([, { name }]) => `${name} in ${where}`);
  });
}

/** Throws when a secret was received. */
export function requireNoCanary(received: Iterable<Received>): void {
  const found = canariesIn(received);
  if (found.length > 0) throw new Error(`A secret left:\n${[...new Set(found)].join("\n")}`);
}

/** Every header by itself, of which only those that authorise may hold `own`. */
export function headersReceived(
  where: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  own: readonly string[],
): readonly Received[] {
  return Object.entries(headers).map(([name, value]) => {
    const isTheirs = ["authorization", "x-api-key", "x-goog-api-key", "api-key", "x-amz-security-token"].includes(name);
    return { where: `${where}, header ${name}`, bytes: String(value), own: isTheirs ? own : [] };
  });
}

/** The files of a folder, those left out that `skip` names by their path in it. */
export function filesReceived(dir: string, skip: (path: string) => boolean = () => false): readonly Received[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const where = relative(dir, path);
    return skip(where)
      ? []
      : [
          { where, bytes: readFileSync(path) },
          { where: "a file's name", bytes: where },
        ];
  });
}

export interface Push {
  readonly where: string;
  /** Body of a request to git-receive-pack. */
  readonly body: Buffer;
  readonly isPacked: boolean;
}

/** The names and the objects of pushes, refused ones too. `stores`: object folders that a push may build on. */
export function pushesReceived(pushes: readonly Push[], stores: readonly string[]): readonly Received[] {
  if (pushes.length === 0) return [];
  const objects: Buffer[] = [];
  const dir = mkdtempSync(join(tmpdir(), "kimi-pushes-"));
  try {
    const alternates = join(dir, "objects/info/alternates");
    for (const folder of ["refs", "objects/info"]) mkdirSync(join(dir, folder), { recursive: true });
    writeFileSync(join(dir, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(alternates, stores.map((store) => `${store}\n`).join(""));
    const names = pushes.map(({ where, body, isPacked }) => {
      const plain = isPacked ? gunzipSync(body) : body;
      const start = endOfCommands(plain);
      const pack = plain.subarray(start);
      const whole = wholeObjects(pack);
      if (whole !== undefined) objects.push(whole);
      // Not unpack-objects, which leaves out what the stores have by now.
      else if (pack.length > 0) execFileSync("git", ["index-pack", "--stdin", "--fix-thin"], { cwd: dir, input: pack });
      return { where: `${where}, names`, bytes: plain.subarray(0, start) };
    });
    rmSync(alternates); // what was there before was not pushed
    if (existsSync(join(dir, "objects/pack"))) {
      const args = ["cat-file", "--batch-all-objects", "--batch", "--unordered"];
      objects.push(execFileSync("git", args, { cwd: dir, maxBuffer: 1e9 }));
    }
    const where = `${[...new Set(pushes.map((push) => push.where))].join(", ")}, objects`;
    return [...names, { where, bytes: Buffer.concat(objects) }];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The contents of a pack in which each object is whole, one behind the other; undefined where one is told by what differs from
 * another, which git has to put together.
 */
function wholeObjects(pack: Buffer): Buffer | undefined {
  const count = pack.length < 12 ? 0 : pack.readUInt32BE(8);
  const objects: Buffer[] = [];
  for (let at = 12, read = 0; read < count; read += 1) {
    const kind = ((pack[at] ?? 0) >> 4) & 7; // commit, tree, blob, tag; then those that differ
    if (kind < 1 || kind > 4) return undefined;
    while ((pack[at] ?? 0) >= 0x80) at += 1; // the size goes on
    at += 1;
    const { buffer, engine } = inflateSync(pack.subarray(at), { info: true }) as unknown as Inflated;
    objects.push(buffer, Buffer.from("\n"));
    at += engine.bytesWritten;
  }
  return count === 0 ? undefined : Buffer.concat(objects);
}

/** What `info: true` returns, which the types do not say. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Past the flush packet that ends the list of references. */
function endOfCommands(body: Buffer): number {
  for (let at = 0; at + 4 <= body.length;) {
    const length = Number.parseInt(body.toString("latin1", at, at + 4), 16);
    if (length === 0) return at + 4;
    at += length;
  }
  return body.length;
}
