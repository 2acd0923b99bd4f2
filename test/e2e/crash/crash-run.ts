/** One scenario in a folder of its own: run, killed or not, and gone on with until it is over. */

import type { ChildProcess } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCli, type CliEnd } from "../../doubles/cli.ts";
import { startModelServer } from "../../doubles/model-server.ts";
import { createRepository, gitIn } from "../../doubles/repository.ts";
import { readJournal } from "../../../src/session/journal.ts";
import { stateOf, type SessionState } from "../../../src/session/session-state.ts";
import { armCrash } from "../../../src/base/crash.ts";
import type { OutcomeRecord } from "../../../src/protocol/outcome.ts";
import { verifyCommand } from "../../../src/cli/verify.ts";
import type { World } from "../../../src/run/open/request.ts";
import { exactStats } from "../../../src/base/file-text.ts";
import { parseLedger, type LedgerEntry } from "../../../src/spending/spending.ts";
import { CANARY } from "../harness.ts";
import type { ChatMessage, Scenario } from "./crash-scenarios.ts";
import { copyFolder } from "../../doubles/copy-folder.ts";

/** How a process dies: at a crash point (`<point>:<n>`), or after a time. */
export type Kill =
  /** `isTorn`: with half a line at the end of its journal. */
  | { readonly process: number; readonly at: string; readonly isTorn?: boolean }
  | { readonly process: number; readonly afterMs: number }
  /** After this part of the time in which changes were put into the checkout without a kill. */
  | { readonly process: number; readonly partOfPut: number };

export interface Played {
  /** Bodies of the model requests, without what differs from run to run. */
  readonly requests: readonly string[];
  /** Points that each process passed, with `count` and `time`. */
  readonly points: readonly (readonly string[])[];
  /** Wall time of each process. */
  readonly durations: readonly number[];
  /** For how long changes were being put into the checkout, with `time`. */
  readonly putMs: number;
  /** Files of the workspace, ignored ones left out. */
  readonly files: Readonly<Record<string, string>>;
  /** The same, before anything ran. */
  readonly start: Readonly<Record<string, string>>;
  /** What `kimi-runner verify` finds in the bundle. */
  readonly verified: { readonly code: number; readonly problems: string };
  /** Names in the folder for temporary files. */
  readonly leftovers: readonly string[];
  /** Folders of the program in the checkout and its git directory. */
  readonly folders: readonly string[];
  /** The bundle's files; of views that tell of a kill only the name. */
  readonly bundle: Readonly<Record<string, string>>;
  readonly outcome: OutcomeRecord | undefined;
  /** What the day's ledger has of the run, in US dollars. */
  readonly ledger: readonly Pick<LedgerEntry, "reservedUsd" | "costUsd">[];
  readonly journal: Buffer;
  /** Undefined when nothing was killed: it was over before. */
  readonly killed?: KilledAt | undefined;
}

export interface KilledAt {
  /** How many requests had been sent at each kill. */
  readonly requests: readonly number[];
  /** Bytes of the whole lines that were in the journal at the last kill. */
  readonly journal: Buffer;
  /** What was left cannot go on, and says so. */
  readonly refusal?: string | undefined;
}

type Whole = "count" | "time";

export interface Lane {
  /**
   * `count` and `time` kill nothing and tell the points: `count` plays in this process, `time` in processes of their own, whose times count.
   * `putMs`: that of a run without a kill, for kills that come while changes are put into the checkout.
   */
  readonly play: (scenario: Scenario, kills?: readonly Kill[] | Whole, putMs?: number) => Promise<Played>;
}

/** A folder in which one scenario at a time is played. */
export function createLane(dir: string): Lane {
  return {
    play: async (scenario, kills = [], putMs = 0) => {
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(join(dir, "home"), { recursive: true });
      mkdirSync(join(dir, "tmp"));
      const repo = join(dir, "repo");
      copyFolder(templateOf(scenario), repo);
      const server = await startModelServer({
        replies: ({ json }) => scenario.answer((json as unknown as { readonly messages: ChatMessage[] }).messages),
        apiKey: CANARY,
      });
      try {
        const played = await drive(scenario, kills, { dir, repo, server, putMs });
        if (server.violations.length > 0) throw new Error(server.violations.join("; "));
        return played;
      } finally {
        await server.close();
      }
    },
  };
}

const templates = new Map<string, string>();

function templateOf({ name, files }: Scenario): string {
  const known = templates.get(name);
  if (known !== undefined) return known;
  const { dir } = createRepository({ files });
  templates.set(name, dir);
  return dir;
}

/** Removes what was made once for all lanes. */
export function removeTemplates(): void {
  for (const dir of templates.values()) rmSync(dir, { recursive: true, force: true });
  templates.clear();
}

interface Place {
  readonly dir: string;
  readonly repo: string;
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  readonly putMs: number;
}

/** More than any scenario needs: one that goes round in circles must end. */
const MAX_PROCESSES = 8;

async function drive({ args, sandbox }: Scenario, kills: readonly Kill[] | Whole, place: Place): Promise<Played> {
  const { dir, repo, server } = place;
  const start = filesOf(repo);
  const bundle = join(dir, "bundle");
  const points: string[][] = [];
  const durations: number[] = [];
  let putMs = 0;
  let killed: KilledAt | undefined;
  let next = ["run", "fix it", "--model", "openai/test-model", "--bundle", bundle, "--sandbox", sandbox, ...args];
  for (let n = 0; n < MAX_PROCESSES; n += 1) {
    const began = performance.now();
    const kill = typeof kills === "string" ? kills : kills.find(({ process }) => process === n);
    const put = watchPut(repo);
    const end = await runProcess(next, kill, put, place);
    putMs += put.stop();
    durations.push(performance.now() - began);
    points.push([...end.stderr.matchAll(/^crash point: (\S+)$/gm)].map(([, point]) => point!));
    const state = stateIn(bundle);
    if (end.signal === "SIGKILL") {
      killed = { requests: [...(killed?.requests ?? []), server.requests.length], journal: wholeLines(bundle) };
      if (typeof kill === "object" && "at" in kill && kill.isTorn === true) tear(bundle);
    } else if (killed !== undefined && end.code === 2) {
      killed = { ...killed, refusal: end.stderr };
      break;
    } else if (state?.outcome !== undefined && state.outcome.outcome !== "deferred") break;
    else if (end.code !== 0 && state?.outcome?.outcome !== "deferred")
      throw new Error(`exit ${end.code}: ${end.stderr}`);
    const answers = (state?.held.length ?? 0) > 0 ? ["--approve", "all"] : [];
    next = ["resume", bundle, ...answers, "--sandbox", sandbox];
  }
  const { outcome, begin } = stateIn(bundle) ?? {};
  return {
    start,
    verified: await verify(bundle),
    leftovers: readdirSync(join(dir, "tmp")),
    folders: [repo, join(repo, ".git")].flatMap(foldersIn),
    requests: server.requests.map(({ body }) => stable(body, [dir, begin?.sessionId])),
    points,
    durations,
    putMs,
    files: filesOf(repo),
    bundle: existsSync(bundle) ? bundleFiles(bundle, [dir, begin?.sessionId]) : {},
    outcome,
    ledger: ledgerIn(join(dir, "home/.local/state/kimi-runner/ledger.json")),
    journal: wholeLines(bundle),
    killed,
  };
}

/** What is to be killed is a process of its own; what takes it up runs here, in a third of the time. */
async function runProcess(
  args: readonly string[],
  kill: Kill | Whole | undefined,
  put: PutWatch,
  { dir, repo, server, putMs }: Place,
): Promise<CliEnd> {
  const env = { OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: server.url, HOME: join(dir, "home"), USER: "ada" };
  if (kill === undefined || kill === "count") {
    let passed = "";
    if (kill === "count") armCrash("count", (point) => (passed += `crash point: ${point}\n`));
    const end = await withTemporaryFolder(join(dir, "tmp"), () => runCli(args, { cwd: repo, env, isProcess: false }));
    armCrash("count", () => {});
    return { ...end, stderr: `${end.stderr}${passed}` };
  }
  const crash = kill === "time" ? "count" : "at" in kill ? kill.at : undefined;
  let timer: NodeJS.Timeout | undefined;
  const onStart = (child: ChildProcess): void => {
    const killAfter = (ms: number): void => void (timer = setTimeout(() => child.kill("SIGKILL"), ms));
    if (kill === "time") put.start(() => {});
    else if ("afterMs" in kill) killAfter(kill.afterMs);
    else if ("partOfPut" in kill) put.start(() => killAfter(kill.partOfPut * putMs));
  };
  const end = await runCli(args, {
    cwd: repo,
    env: { ...env, TMPDIR: join(dir, "tmp"), ...(crash === undefined ? {} : { KIMI_CRASH_AT: crash }) },
    onStart,
  });
  clearTimeout(timer);
  return end;
}

interface PutWatch {
  /** Calls back when changes begin to be put into the checkout. */
  readonly start: (begun: () => void) => void;
  /** Returns for how many milliseconds they were. */
  readonly stop: () => number;
}

/** Looks each millisecond whether there is a folder of the program in the git directory. */
function watchPut(repo: string): PutWatch {
  let timer: NodeJS.Timeout | undefined;
  let first: number | undefined;
  let last = 0;
  return {
    start: (begun) => {
      timer = setInterval(() => {
        if (!foldersIn(join(repo, ".git")).length) return;
        last = performance.now();
        if (first === undefined) begun();
        first ??= last;
      }, 1);
    },
    stop: () => {
      clearInterval(timer);
      return first === undefined ? 0 : last - first;
    },
  };
}

function foldersIn(place: string): readonly string[] {
  return readdirSync(place).filter((name) => name.includes("kimi-runner-"));
}

/** For what runs in this process, which has one folder for temporary files at a time. */
async function withTemporaryFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

async function verify(bundle: string): Promise<Played["verified"]> {
  let problems = "";
  const args = { positionals: [bundle] } as unknown as Parameters<typeof verifyCommand.run>[0];
  const world = { cwd: "/", out: (text: string) => (problems += text) } as unknown as World;
  const code = await verifyCommand.run(args, world).catch((error: unknown) => {
    problems = String(error);
    return 2;
  });
  return { code, problems: code === 0 ? "" : problems };
}

/** What a process leaves that dies in the middle of a write. */
function tear(bundle: string): void {
  const path = join(bundle, "journal.jsonl");
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const newest = lines.at(-1) ?? "";
  appendFileSync(path, newest.slice(0, newest.length / 2));
}

function stateIn(bundle: string): SessionState | undefined {
  const path = join(bundle, "journal.jsonl");
  if (!existsSync(path)) return undefined;
  return stateOf(readJournal(path).records.map(({ event }) => event));
}

function ledgerIn(path: string): Played["ledger"] {
  const entries = existsSync(path) ? parseLedger(readFileSync(path, "utf8"), path) : [];
  return entries.map(({ reservedUsd, costUsd }) => ({ reservedUsd, costUsd }));
}

function wholeLines(bundle: string): Buffer {
  const path = join(bundle, "journal.jsonl");
  if (!existsSync(path)) return Buffer.alloc(0);
  const bytes = readFileSync(path);
  return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
}

/** Without the folder, the id of the session and the time of day. */
function stable(text: string, [dir = "", sessionId = ""]: readonly (string | undefined)[]): string {
  const plain = text
    .replaceAll(dir, "/lane")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
    .replaceAll(/"prompt_cache_key":"[0-9a-f]{32}"/g, '"prompt_cache_key":"<hash of the path>"');
  return sessionId === "" ? plain : plain.replaceAll(sessionId, "<session>");
}

function filesOf(repo: string): Record<string, string> {
  const names = gitIn(repo, ["ls-files", "-z", "--cached", "--others"])
    .split("\0")
    .filter((name) => name !== "");
  return Object.fromEntries(
    names.toSorted().flatMap((name) => {
      const path = join(repo, name);
      const stats = exactStats(path);
      if (stats?.isSymbolicLink() === true) return [[name, `link to ${readlinkSync(path)}`]];
      if (stats?.isFile() !== true) return [];
      return [[name, `${(stats.mode & 0o100n) === 0n ? "" : "program: "}${readFileSync(path, "utf8")}`]];
    }),
  );
}

/** Views whose content tells of a resume, and numbered ones: how often the context went back differs. */
const TELLS = /^(?:journal\.jsonl|transcript\.md|report\.html|session\.json|outcome\.json)$/;

function bundleFiles(bundle: string, parts: readonly (string | undefined)[]): Record<string, string> {
  const names = readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(bundle.length + 1));
  return Object.fromEntries(
    names
      .toSorted()
      .filter((name) => !/^context_\d+\.jsonl$/.test(name))
      .map((name) => [name, TELLS.test(name) ? "" : stable(readFileSync(join(bundle, name), "utf8"), parts)]),
  );
}
