/**
 * What it costs to keep a session on a server: a repository of 10,000 files over HTTP on this machine, a journal of 200 kB
 * that grows, ten blobs. `node bench/remote-refs.ts [--files 10000] [--saves 5]`. Run it alone on the machine.
 */

import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src/base/clock.ts";
import { createRemoteRefs, type RemoteRefs } from "../src/workspace/remote-refs.ts";
import { openRepository } from "../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../src/workspace/trusted-git.ts";
import { runGit } from "../test/doubles/git-client.ts";
import { startGitHub } from "../test/doubles/github/server.ts";
import { createScratch } from "../test/doubles/scratch.ts";

const REF = "refs/kimi/sessions/bench";
const JOURNAL_BYTES = 200_000;
const GROWTH_BYTES = 5000;
const token = "bench";
const pathVar = process.env["PATH"] ?? "";

const { values } = parseArgs({
  options: { files: { type: "string", default: "10000" }, saves: { type: "string", default: "5" } },
});
const paths = Array.from({ length: Number(values.files) }, (_, n) => [`src/d${n % 97}/f${n}.txt`, `file ${n}\n`]);
await using hub = await startGitHub();
hub.addToken(token);
await hub.addRepository({ name: "o/r", files: Object.fromEntries(paths) as Record<string, string> });

interface Clone {
  readonly dir: string;
  readonly start: string;
  readonly trusted: TrustedGit;
  readonly refs: RemoteRefs;
  readonly [Symbol.dispose]: () => void;
}

async function clone(): Promise<Clone> {
  const scratch = createScratch();
  const dir = join(scratch.dir, "clone");
  const url = hub.cloneUrl("o", "r");
  await runGit(scratch.dir, "clone", "-q", "--depth=1", url, dir);
  const repository = await openRepository(dir, pathVar);
  const trusted = createTrustedGit({ repository, scratchDir: scratch.dir, pathVar, clock: systemClock });
  const identity = { name: "bench", email: "bench@localhost" };
  const refs = createRemoteRefs({
    gitDir: trusted.gitDir,
    path: pathVar,
    remote: { url, token },
    identity,
    clock: systemClock,
  });
  return { dir, start: repository.headCommit, trusted, refs, [Symbol.dispose]: scratch[Symbol.dispose] };
}

/** Lines like a journal's: a hash that does not compress, and text that does. */
function lines(bytes: number): string {
  const line = (): string => `${randomBytes(32).toString("hex")} ${"what a tool answered, ".repeat(10)}\n`;
  return Array.from({ length: Math.ceil(bytes / line().length) }, line).join("");
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${what.padEnd(28)} ${(performance.now() - began).toFixed(1).padStart(7)} ms`);
  return result;
}

using from = await clone();
using to = await clone();
const blobs = Array.from({ length: 10 }, (_, n) => [`bundle/blobs/${n}.txt`, lines(20_000)] as const);
let journal = lines(JOURNAL_BYTES);
let held: string | null = null;
for (let save = 1; save <= Number(values.saves); save += 1) {
  writeFileSync(join(from.dir, `new-${save}.txt`), "new\n");
  const tree = await timed(`snapshot ${save}`, () => from.trusted.snapshot());
  const files = new Map([["bundle/journal.jsonl", journal], ...blobs]);
  const trees = new Map([["workspace", tree]]);
  const request = { files, trees, parent: from.start, message: "bench", atSeconds: save };
  const commit = await timed(`write ${save}`, () => from.refs.write(request));
  const update = { ref: REF, commit, expected: held };
  const { kind } = await timed(`update ${save}`, () => from.refs.update([update], { isAtomic: true }));
  if (kind !== "updated") throw new Error(kind);
  held = commit;
  journal += lines(GROWTH_BYTES);
}
await timed("list", () => from.refs.list("refs/kimi/"));
const read = await timed("read in another clone", () => to.refs.read(REF));
await timed("restore there", () => to.trusted.restore(read?.workspaceTree ?? ""));
