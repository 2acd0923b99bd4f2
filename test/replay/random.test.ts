/**
 * Random sessions come again, byte for byte: each is a run of the program with real git, a cell and a model over HTTP, and the
 * resumes that it asks for. KIMI_TESTS=full plays 300 of them.
 */

import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { replay } from "../../src/replay/replay.ts";
import { reportOf } from "../../src/replay/report.ts";
import { readJournal } from "../../src/session/journal.ts";
import { sized } from "../doubles/size.ts";
import { playRandom } from "./play-random.ts";
import { copyFolder } from "../doubles/copy-folder.ts";

const SESSIONS = sized(5, 300);
/** Another range of sessions. */
const FIRST = Number(process.env["KIMI_SEED"] ?? 1);
/** Where the journal of a session that differs is kept: the temporary folder of the tests is removed. */
const KEPT = resolve("node_modules/.cache/kimi-replay");

/** What the replay of a session says. */
async function replayed(seed: number, bundle: string, said: string): Promise<string> {
  const { records, problem } = readJournal(join(bundle, "journal.jsonl"));
  assert.equal(problem, undefined, said);
  const { code, text } = reportOf(await replay(records), records);
  if (code === 0) return "identical";
  const kept = join(KEPT, String(seed));
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  copyFolder(bundle, kept);
  return `${text}\n(kept in ${kept})`;
}

test(`${SESSIONS} random sessions replay identically`, async (t) => {
  const seeds = Array.from({ length: SESSIONS }, (_, at) => FIRST + at);
  const differing: Record<number, string> = {};
  const lane = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const said = await playRandom(seed, (bundle, told) => replayed(seed, bundle, told));
      if (said !== "identical") differing[seed] = said;
    }
  };
  await Promise.all([lane(), lane()]);
  t.diagnostic(`${SESSIONS} sessions from seed ${FIRST}; KIMI_SEED sets another`);
  assert.deepEqual(differing, {});
});
