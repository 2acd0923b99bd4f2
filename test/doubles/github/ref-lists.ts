/**
 * What git says of a repository's refs before a fetch and before a push, read from its files: git takes a process for each, and
 * most requests of a job are these two. Returns undefined for what only git can answer.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ID } from "./loose.ts";
import { FLUSH, packet, packets } from "./pkt-line.ts";

interface Ref {
  readonly name: string;
  readonly id: string;
}

/** The answer to `ls-refs` of protocol 2. An annotated tag is one of those that only git answers: it names two objects. */
export function listRefs(dir: string, request: Buffer): Buffer | undefined {
  const lines = packets(request).map((line) => line.toString("utf8").trimEnd());
  const refs = lines[0] === "command=ls-refs" ? refsOf(dir) : undefined;
  if (refs === undefined) return undefined;
  const prefixes = lines.flatMap((line) => /^ref-prefix (.*)$/.exec(line)?.[1] ?? []);
  const isAsked = (name: string): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const found = refs.filter(({ name }) => isAsked(name));
  const target = /^ref: (refs\/heads\/.+)\n$/.exec(readFileSync(join(dir, "HEAD"), "utf8"))?.[1];
  if (target === undefined || found.some(({ name }) => name.startsWith("refs/tags/"))) return undefined;
  const branch = refs.find(({ name }) => name === target);
  if (branch === undefined && lines.includes("unborn")) return undefined;
  const symbolic = lines.includes("symrefs") ? ` symref-target:${target}` : "";
  const head = branch !== undefined && isAsked("HEAD") ? [`${branch.id} HEAD${symbolic}`] : [];
  return framed([...head, ...found.map(({ name, id }) => `${id} ${name}`)]);
}

/** What a push is told first, with the words that git says of itself. */
export function listForPush(dir: string, capabilities: string): Buffer | undefined {
  const refs = refsOf(dir);
  if (refs === undefined) return undefined;
  const [first = { id: "0".repeat(40), name: "capabilities^{}" }, ...more] = refs;
  return framed([`${first.id} ${first.name}\0${capabilities}`, ...more.map(({ name, id }) => `${id} ${name}`)]);
}

/** The words that git says of itself in its own answer to a push. */
export function capabilitiesIn(answer: Buffer): string | undefined {
  return /\0(.*)$/.exec(packets(answer)[0]?.toString("utf8").trimEnd() ?? "")?.[1];
}

const framed = (lines: readonly string[]): Buffer =>
  Buffer.concat([...lines.map((line) => packet(Buffer.from(`${line}\n`))), FLUSH]);

/** All refs in git's order; undefined where one is not a plain file with an id, or objects are borrowed. */
function refsOf(dir: string): readonly Ref[] | undefined {
  if (existsSync(join(dir, "packed-refs")) || existsSync(join(dir, "objects/info/alternates"))) return undefined;
  const entries = readdirSync(join(dir, "refs"), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
  const refs = names.map((name) => ({ name, id: idIn(join(dir, name)) }));
  if (refs.some(({ name, id }) => !ID.test(id) || name.endsWith(".lock"))) return undefined;
  return refs.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

function idIn(path: string): string {
  try {
    return readFileSync(path, "latin1").trimEnd();
  } catch {
    return ""; // a push removed it just now
  }
}
