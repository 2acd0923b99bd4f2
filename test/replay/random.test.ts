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
import { runCli } from "../../src/cli/main.ts";
import type { World } from "../../src/run/open/request.ts";
import { readJournal } from "../../src/session/journal.ts";
import { stateOf } from "../../src/session/session-state.ts";
import { temporaryDir } from "../doubles/cli.ts";
import { startModelServer } from "../doubles/model-server.ts";
import { createRepository } from "../doubles/repository.ts";
import { sized } from "../doubles/size.ts";
import { CANARY } from "../e2e/harness.ts";
import { randomSession } from "./random-session.ts";
import { copyFolder } from "../doubles/copy-folder.ts";

const SESSIONS = sized(5, 300);
/** Another range of sessions. */
const FIRST = Number(process.env["KIMI_SEED"] ?? 1);
/** Where the journal of a session that differs is kept: the temporary folder of the tests is removed. */
const KEPT = resolve("node_modules/.cache/kimi-replay");

/** Plays a session to its end; what its replay says. */
async function played(seed: number): Promise<string> {
  const { files, args, resumes, answer } = randomSession(seed);
  using repository = createRepository({ files });
  using temporary = temporaryDir();
  const bundle = join(temporary.dir, "bundle");
  const hidden = [repository.dir, temporary.dir];
  const stable = (body: string): string => hidden.reduce((text, dir) => text.replaceAll(dir, ""), body);
  const server = await startModelServer({ replies: ({ body }) => answer(stable(body)), apiKey: CANARY });
  let said = "";
  const world: World = {
    env: { PATH: process.env["PATH"], HOME: temporary.dir, OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: server.url },
    cwd: repository.dir,
    nodePath: process.execPath,
    workerPath: resolve("src/cell.ts"),
    out: () => {},
    err: (text) => (said += text),
    warn: (text) => (said += text),
  };
  try {
    await runCli(["run", ...args, "--bundle", bundle, "--sandbox", "none"], world);
    for (const options of resumes) {
      const { outcome, held } = stateOf(readJournal(join(bundle, "journal.jsonl")).records.map(({ event }) => event));
      if (outcome?.outcome === "completed") break;
      await runCli(["resume", bundle, ...(held.length > 0 ? options : []), "--sandbox", "none"], world);
    }
  } finally {
    await server.close();
  }
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
      const said = await played(seed);
      if (said !== "identical") differing[seed] = said;
    }
  };
  await Promise.all([lane(), lane()]);
  t.diagnostic(`${SESSIONS} sessions from seed ${FIRST}; KIMI_SEED sets another`);
  assert.deepEqual(differing, {});
});
