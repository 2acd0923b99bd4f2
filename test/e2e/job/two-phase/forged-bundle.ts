/** Makes bundles as an attacker who controls the agent's job could forge them: all digests are right. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../../../src/base/canonical-json.ts";
import { sha256 } from "../../../../src/base/sha256.ts";
import type { WireEvent } from "../../../../src/protocol/wire.ts";
import { readJournal, seal } from "../../../../src/session/journal.ts";

type Json = Record<string, unknown>;
type Begin = Extract<WireEvent, { type: "session.begin" }>;
type End = Extract<WireEvent, { type: "session.end" }>;

/** Changes a JSON file as told, and nothing else. */
export function editJson(dir: string, name: string, edit: (value: Json) => void): void {
  const path = join(dir, name);
  const value = JSON.parse(readFileSync(path, "utf8")) as Json;
  edit(value);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Makes `delivery.json` fit the folder again, with `edit` in between. */
export function handOverAgain(dir: string, edit: (delivery: Json) => void = () => {}): void {
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((path) => path !== "delivery.json" && statSync(join(dir, path)).isFile())
    .toSorted();
  editJson(dir, "delivery.json", (delivery) => {
    delivery["files"] = Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(join(dir, path)))]));
    edit(delivery);
    delete delivery["digest"];
    delivery["digest"] = sha256(canonicalJson(delivery));
  });
}

export interface Forgery {
  readonly begin?: Readonly<Json>;
  readonly end?: Readonly<Json>;
  readonly patch?: string | Buffer;
  /** Put before the end. */
  readonly more?: readonly unknown[];
  /** Of the first record. */
  readonly time?: string;
  /** Left out of the end. */
  readonly without?: keyof End;
}

/** Writes the journal anew with a whole chain, and all that is made from it, as a delivery. */
export function forge(dir: string, forgery: Forgery): void {
  forgeRun(dir, forgery);
  handOverAgain(dir);
}

/** The same for a bundle that is not handed over. */
export function forgeRun(dir: string, { begin = {}, end = {}, patch, more = [], time, without }: Forgery): void {
  const { records } = readJournal(join(dir, "journal.jsonl"));
  const bytes = patch ?? readFileSync(join(dir, "changes.patch"));
  writeFileSync(join(dir, "changes.patch"), bytes);
  const events = records.map(({ event }): WireEvent => {
    if (event.type === "session.begin") return { ...event, ...begin };
    if (event.type !== "session.end") return event;
    const forged: End = { ...event, patchDigest: sha256(bytes), ...end };
    return Object.fromEntries(Object.entries(forged).filter(([name]) => name !== without)) as unknown as End;
  });
  const all = [...events.slice(0, -1), ...(more as readonly WireEvent[]), ...events.slice(-1)];
  let prev = "0".repeat(64);
  const lines = all.map((event, seq) => {
    const { record, line } = seal({ v: 1, seq, time: time ?? records[0]?.time ?? "", prev, event });
    prev = record.hash;
    return line;
  });
  writeFileSync(join(dir, "journal.jsonl"), lines.join(""));
  const [first, last] = [all[0] as Begin, all.at(-1) as End];
  const { type: _begin, ...facts } = first;
  const { type: _end, ...outcome } = last;
  writeFileSync(join(dir, "session.json"), `${JSON.stringify({ version: 1, ...facts }, null, 2)}\n`);
  writeFileSync(join(dir, "outcome.json"), `${JSON.stringify(outcome, null, 2)}\n`);
}
