/** Plays a random session to its end: a run of the program in this process, with real git, a cell and a model over HTTP, and its resumes. */

import { join } from "node:path";
import { runCli } from "../../src/cli/main.ts";
import type { World } from "../../src/run/open/request.ts";
import { readJournal } from "../../src/session/journal.ts";
import { stateOf } from "../../src/session/session-state.ts";
import { temporaryDir } from "../doubles/cli.ts";
import { startModelServer } from "../doubles/model-server.ts";
import { WORKER } from "../doubles/programs.ts";
import { createRepository } from "../doubles/repository.ts";
import { CANARY } from "../e2e/harness.ts";
import { randomSession } from "./random-session.ts";

/** What `read` makes of the bundle before it is removed. `said`: what the program printed on standard error. */
export async function playRandom<T>(seed: number, read: (bundle: string, said: string) => Promise<T>): Promise<T> {
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
    workerPath: WORKER,
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
  return await read(bundle, said);
}
