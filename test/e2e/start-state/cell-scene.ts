/** One cell of the matrix: a server with the commit, a checkout in which an earlier step did its work, and the model's script. */

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import type { Json } from "../../doubles/model-check.ts";
import { GIT_ENV, git } from "../../doubles/github/git.ts";
import type { GitHub } from "../../doubles/github/server.ts";
import { createTwoJobs, type TwoJobs } from "../job/two-phase/two-jobs.ts";
import { REPOSITORY } from "../job/job-scene.ts";
import { FIX_ADD, quoted, SOURCE } from "./edits.ts";
import { checkoutState, type CheckoutState } from "./left.ts";
import { START_CANARY, type Case, type StartState } from "./start-state.ts";

export interface Cell {
  readonly state: StartState;
  readonly case: Case;
  readonly channel: string;
  readonly sandbox: "sealed" | "none";
}

export interface CellScene extends TwoJobs {
  readonly cell: Cell;
  /** The commit that the checkouts are of. */
  readonly base: string;
  /** Does the earlier step's work in a checkout and remembers the state: in the first one, and in the first after `again`. */
  readonly prepare: (dir: string) => Promise<void>;
  readonly again: () => void;
  /** The checkout at the start of the run. Throws where no step was done. */
  readonly start: () => Start;
  /** What the model saw. */
  readonly seen: () => Seen;
}

export interface Start {
  readonly dir: string;
  readonly before: CheckoutState;
  /** Path → content of the files that the model is about to edit. */
  readonly contents: Readonly<Record<string, string | undefined>>;
}

/** SHA-256 of the edited files by path, before the edits and after them. */
export interface Seen {
  readonly before: Digests;
  readonly after: Digests;
  /** Whether the model came to look twice. */
  readonly isWhole: boolean;
  /** The session should have been saved on the server while the run worked, and was not. */
  readonly isUnsaved: boolean;
}

/** Channels in which the model waits before its last answer until the session is saved, as long runs are. */
const SAVES: ReadonlySet<string> = new Set(["issue", "verified", "pull", "fork"]);
/** The program saves a session first after a second. */
const SAVED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** What the server's references of sessions are at. */
function sessionsOn(github: GitHub): string {
  const dir = join(github.repository(REPOSITORY).dir, "refs/kimi/sessions");
  return existsSync(dir)
    ? readdirSync(dir)
        .map((name) => readFileSync(join(dir, name), "utf8"))
        .join("")
    : "";
}

/** Waits until a session is at another commit than `claimed`. */
async function isSessionSaved(github: GitHub, claimed: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < SAVED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    if (sessionsOn(github) !== claimed) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}

type Digests = Readonly<Record<string, string>>;

/** What every commit has. The batch has one task. */
const COMMON: Readonly<Record<string, string>> = {
  "README.md": "# Demo\n",
  "src/add.js": SOURCE,
  ".gitignore": "build/\n",
  ".github/kimi-batch/mend.yml": `version: 1
task: { prompt: "Mend {{value}}." }
source: { list: [add] }
limits: { cost_usd: 0.5, total_usd: 0.5, minutes: 10, parallel: 1 }
`,
};
const policyOf = (publish: string | undefined): string => `version: 1
default: approve
sandbox: { minimum: none, unsealed: patterns }
models: { "openai/test-model": { price: { input: 1, output: 1 } } }
${publish === undefined ? "" : `publish: ${publish}\n`}`;

/** The commit, byte for byte, without its links. */
export function filesOf(cell: Pick<Cell, "state" | "case">): Readonly<Record<string, string>> {
  return { ...COMMON, ".github/kimi-policy.yml": policyOf(cell.case.publish), ...cell.state.files };
}

const LIB = "octo/lib";

export async function openCellScene(cell: Cell): Promise<CellScene> {
  const { state, case: wanted } = cell;
  let start: Start | undefined;
  let lib = "";
  const prepare = async (dir: string): Promise<void> => {
    if (start !== undefined) return;
    await runStep(dir, wanted.step ?? state.step, lib);
    const status = await git(dir, ["status", "--porcelain"], { env: { GIT_OPTIONAL_LOCKS: "0" } });
    const expected = wanted.step === undefined ? state.status : [];
    if (status !== expected.join("\n")) throw new Error(`The step left another state: ${JSON.stringify(status)}`);
    const contents = Object.fromEntries(wanted.edits.map(({ path }) => [path, contentAt(join(dir, path))]));
    start = { dir, before: await checkoutState(dir), contents };
  };
  const script = scriptOf(wanted);
  const isSaving = SAVES.has(cell.channel);
  let isSaved = false;
  let claimed = "";
  const jobs: TwoJobs = await createTwoJobs({
    files: filesOf(cell),
    replies: (_, n) => {
      if (n === 0) claimed = sessionsOn(github);
      const isLast = isSaving && n === script.length - 1;
      const saved = async (): Promise<boolean> => (isSaved = await isSessionSaved(github, claimed));
      return { ...(script[n] ?? DONE), ...(isLast ? { until: saved() } : {}) };
    },
    prepare,
  });
  const { github, model } = jobs.scene;
  const { links = [] } = state;
  await github.addRepository({ name: LIB, files: { "lib.js": "lib\n" } });
  lib = `${github.serverUrl}/${LIB}`;
  if (links.length > 0) await commitLinks(github, links);
  return {
    ...jobs,
    cell,
    base: await github.git(REPOSITORY, "rev-parse", "main"),
    prepare,
    again: () => (start = undefined),
    start: () => start ?? fail("No step was done in a checkout."),
    seen: () => {
      const looks = toolResults(model.requests.at(-1)?.json).filter((result) => result.includes(LOOK));
      return {
        before: digestsIn(looks[0]),
        after: digestsIn(looks[1]),
        isWhole: looks.length === 2,
        isUnsaved: isSaving && !isSaved,
      };
    },
  };
}

function contentAt(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function fail(why: string): never {
  throw new Error(why);
}

/** Runs the script of a step as a workflow does. Git asks the server of this process, so that it must not block. */
async function runStep(dir: string, step: string, lib: string): Promise<void> {
  const env = { ...GIT_ENV, CANARY: START_CANARY, LIB: lib, GIT_TERMINAL_PROMPT: "0" };
  const child = spawn("sh", ["-e", "-c", step], { cwd: dir, env, stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (err += text));
  const code = await new Promise((done) => child.on("close", done));
  if (code !== 0) fail(`The step failed: ${err}`);
}

/** Commits entries of mode 160000 onto the default branch, as git writes them for repositories in a repository. */
async function commitLinks(github: GitHub, links: readonly string[]): Promise<void> {
  const { dir } = github.repository(REPOSITORY);
  const commit = await github.git(LIB, "rev-parse", "main");
  const entries = links.map((path) => `160000 ${commit}\t${path}\n`).join("");
  const env = { GIT_INDEX_FILE: `${dir}/links-index` };
  await git(dir, ["read-tree", "main"], { env });
  await git(dir, ["update-index", "--index-info"], { env, input: entries });
  const tree = await git(dir, ["write-tree"], { env });
  const identity = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
  const made = await git(dir, ["commit-tree", tree, "-p", "main", "-m", "links"], { env: identity });
  await git(dir, ["update-ref", "refs/heads/main", made]);
}

const DONE: DoubleReply = { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] };

/** Begins the answer of a look. */
const LOOK = "digests:";

/** Looks at the files, edits them, looks again and ends. The looks show digests only, so that no content reaches the records. */
function scriptOf({ edits }: Case): readonly DoubleReply[] {
  const paths = edits.map(({ path }) => quoted(path)).join(" ");
  const command = `echo ${LOOK}; sha256sum ${paths} 2>/dev/null || true`;
  const look: DoubleCall = { name: "execute_command", arguments: { command } };
  const read: DoubleCall = { name: "read_file", arguments: { files: [{ path: FIX_ADD.path }] } };
  return [{ calls: [look, read] }, { calls: edits.map(({ call }) => call) }, { calls: [look] }, DONE];
}

function toolResults(json: Json | undefined): readonly string[] {
  const { messages = [] } = (json ?? {}) as {
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  };
  return messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
}

function digestsIn(result = ""): Digests {
  return Object.fromEntries(
    Array.from(result.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm), ([, digest = "", path = ""]) => [path, digest]),
  );
}
