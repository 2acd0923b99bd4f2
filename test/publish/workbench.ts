/** A GitHub double, a real clone of one of its repositories with a change in it, and everything `publish` needs. */

import { jumpClock } from "../doubles/clock.ts";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import { createLeakSearch, createRedact } from "../../src/base/redact.ts";
import { createGitHub, type GitHubClient } from "../../src/github/api/client.ts";
import type { OutcomeRecord } from "../../src/protocol/outcome.ts";
import type { BranchRequest } from "../../src/publish/branch/branch-state.ts";
import type { PublishRequest } from "../../src/publish/publish-request.ts";
import { NO_FACTS, type RunFacts } from "../../src/run-model/facts.ts";
import { createPublishGit } from "../../src/workspace/push.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";
import { copyCheckout } from "../doubles/copy-checkout.ts";
import type { Scope } from "../doubles/github/state.ts";
import { git } from "../doubles/github/git.ts";

export const TOKEN = "ghs_secretTokenOfTheTests0123456789";
export const REPO = "octo/app";

/** Path → content; null deletes, a link is `{ to }`, an executable file `{ run }`. */
type Edits = Readonly<Record<string, string | Uint8Array | null | { readonly to: string } | { readonly run: string }>>;

export interface BenchOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly edits?: Edits;
  readonly scopes?: Readonly<Partial<Record<Scope, "none" | "read" | "write">>>;
  readonly protectedBranches?: readonly string[];
  readonly roles?: Readonly<Record<string, "write">>;
  readonly actionsMayCreatePullRequests?: boolean;
  /** Cloned with its whole history. */
  readonly isWhole?: boolean;
}

export interface Bench {
  readonly hub: GitHub;
  readonly client: GitHubClient;
  /** Another client, whose patience is unused. */
  readonly connect: () => GitHubClient;
  readonly request: PublishRequest;
  readonly warnings: string[];
  readonly issue: number;
  /** Writes edits and takes another snapshot; answers a request for it. */
  readonly again: (edits: Edits) => Promise<PublishRequest>;
  /** Calls to the API as `METHOD /path`, git left out. */
  readonly calls: () => string[];
  readonly dir: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export const OUTCOME: OutcomeRecord = {
  outcome: "completed",
  reason: "The model said it is done.",
  steps: 3,
  usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 },
  costUsd: 0.0123,
  filesChanged: 1,
  text: "Fixed the **bug**.",
};

export function facts(change: Partial<RunFacts> = {}): RunFacts {
  const probes = { held: 9, all: 9 };
  return {
    ...NO_FACTS,
    sessionId: "20260102-abcd1234",
    model: "kimi/k2",
    level: "sealed",
    probes,
    outcome: OUTCOME,
    ...change,
  };
}

/** Clones that were made before in this process: the same files give the same commits, and a copy takes no process. */
const cloned = new Map<string, string>();
process.once("exit", () => {
  for (const dir of cloned.values()) rmSync(dir, { recursive: true, force: true });
});

interface CloneOptions extends Required<Pick<BenchOptions, "files" | "isWhole">> {
  readonly root: string;
  readonly url: string;
}

async function cloneInto(dir: string, { root, url, files, isWhole }: CloneOptions): Promise<void> {
  const contents = Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString("hex")]);
  const key = JSON.stringify([isWhole, contents]);
  const like = cloned.get(key);
  if (like !== undefined) return copyCheckout(like, dir);
  await git(root, ["clone", "-q", ...(isWhole ? [] : ["--depth=1"]), url, dir]); // the double serves it from this process
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "kimi-clone-")));
  copyCheckout(dir, copy);
  cloned.set(key, copy);
}

export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const { files = { "a.txt": "one\n" }, edits = { "a.txt": "two\n" }, scopes } = options;
  const hub = await startGitHub();
  hub.addToken(TOKEN, scopes === undefined ? {} : { scopes });
  await hub.addRepository({ ...options, name: REPO, files });
  const { number: issue } = hub.addIssue(REPO, { title: "It breaks" });
  const root = realpathSync(mkdtempSync(join(tmpdir(), "kimi-publish-")));
  const dir = join(root, "app");
  await cloneInto(dir, { root, url: hub.cloneUrl("octo", "app"), files, isWhole: options.isWhole === true });
  const scratchDir = join(root, "scratch");
  mkdirSync(scratchDir);
  const path = process.env["PATH"] ?? "";
  const repository = await openRepository(dir, path);
  const trusted = createTrustedGit({ repository, scratchDir, pathVar: path, clock: systemClock });
  const warnings: string[] = [];
  const connect = (): GitHubClient =>
    createGitHub({
      token: TOKEN,
      apiUrl: hub.url,
      userAgent: "kimi-runner-test",
      clock: jumpClock(),
      noticeGapMs: 0,
    });
  const client = connect();
  const bot = hub.addUser("github-actions[bot]");

  const requestFor = async (changed: Edits): Promise<PublishRequest> => {
    write(dir, changed);
    const tree = await trusted.snapshot();
    const base = repository.headCommit;
    return {
      github: {
        client,
        repo: { owner: "octo", name: "app", serverUrl: hub.serverUrl },
        self: { login: bot.login, id: bot.id },
      },
      target: {
        destination: { kind: "own", into: "main" },
        git: createPublishGit({ gitDir: trusted.gitDir, path, clock: jumpClock() }),
        remote: { url: hub.cloneUrl("octo", "app"), token: TOKEN },
        commit: "git",
        pullRequest: "draft",
      },
      run: {
        facts: facts(),
        base,
        tree,
        changes: await trusted.changes(base, tree),
        outputRefusal: () => undefined,
        heldBy: ({ path }) =>
          path === "package-lock.json" ? { rule: "builtin:protected", isAnswerable: true } : undefined,
        filters: { trees: [], asIs: new Set() },
        redact: createRedact({ GITHUB_TOKEN: TOKEN }),
        search: createLeakSearch({ GITHUB_TOKEN: TOKEN }),
        beganAt: 1_767_323_045_000,
        artifact: "kimi-20260102-abcd1234-1",
      },
      origin: {
        thread: { kind: "issue", number: issue },
        verb: "fix",
        title: "It breaks",
        requester: { login: "mona", id: 7 },
      },
      runUrl: `${hub.url}/octo/app/actions/runs/1`,
      clock: jumpClock(),
      warn: (text) => void warnings.push(text),
    };
  };
  const request = await requestFor(edits);
  const seen = hub.requests.length;
  return {
    hub,
    client,
    connect,
    request,
    warnings,
    issue,
    again: requestFor,
    calls: () =>
      hub.requests
        .slice(seen)
        .filter(({ path: asked }) => !asked.includes(".git/"))
        .map(({ method, path: asked }) => `${method} ${asked.split("?")[0]}`),
    dir: root,
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a request says of the branch to deliver. */
export function branchParts({
  github,
  target: { git, remote },
  run,
}: PublishRequest): Omit<BranchRequest, "way" | "branch" | "mayCreate" | "identity" | "message"> {
  const { base, tree, search, heldBy, facts: told, beganAt } = run;
  const { sessionId } = told;
  return { ...github, git, remote, base, tree, search, heldBy, sessionId, atSeconds: beganAt / 1000 };
}

/** The request with parts of some of its groups changed. */
export function change(
  { github, target, run, origin, ...rest }: PublishRequest,
  more: { readonly [Group in "github" | "target" | "run" | "origin"]?: Partial<PublishRequest[Group]> } & Pick<
    PublishRequest,
    "reply" | "posts"
  >,
): PublishRequest {
  return {
    ...rest,
    ...more,
    github: { ...github, ...more.github },
    target: { ...target, ...more.target },
    run: { ...run, ...more.run },
    origin: { ...origin, ...more.origin },
  };
}

function write(dir: string, edits: Edits): void {
  for (const [name, content] of Object.entries(edits)) {
    const path = join(dir, name);
    rmSync(path, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else if ("to" in content) symlinkSync(content.to, path);
    else {
      writeFileSync(path, content.run);
      chmodSync(path, 0o755);
    }
  }
}
