/** Puts users, tokens and repositories (real, bare) into the state. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { commitOf, fastCommit, git, initBare, type Signature } from "../git.ts";
import { syncPulls } from "../pull-sync.ts";
import { installHook } from "../smart-http.ts";
import type { Level, Repository, Role, Scope, State, Token } from "../state.ts";

export interface RepositorySeed {
  /** `owner/name`. */
  readonly name: string;
  /** Path → content of the first commit; default a README. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Role by login; the owner is admin. */
  readonly roles?: Readonly<Record<string, Role>>;
  readonly defaultBranch?: string;
  readonly private?: boolean;
  readonly archived?: boolean;
  readonly id?: number;
  /** Default true here, though GitHub's default is false: most tests want a pull request. */
  readonly actionsMayCreatePullRequests?: boolean;
  readonly protectedBranches?: readonly string[];
  /** What a hook of the server's owner says before it declines every push. */
  readonly hookDeclines?: string;
  /** `owner/name` that this is a fork of; it starts with a copy of the parent's branches. */
  readonly forkOf?: string;
}

export interface TokenSeed {
  /** Default `installation`, as GITHUB_TOKEN is. */
  readonly kind?: Token["kind"];
  /** Default `github-actions[bot]`. */
  readonly login?: string;
  /** Like `permissions:` of a workflow: what is not named is none. Default: contents, issues, pull_requests write. */
  readonly scopes?: Readonly<Partial<Record<Scope, Level>>>;
  /** Default: every repository that is no fork. */
  readonly repositories?: readonly string[];
}

export interface CommitSeed {
  readonly branch: string;
  /** Path → content; null removes the file. */
  readonly files: Readonly<Record<string, string | Uint8Array | null>>;
  readonly message?: string;
  /** Login of the author. */
  readonly user?: string;
  /** Where a new branch starts; default the default branch. */
  readonly from?: string;
  readonly date?: string;
}

const DATE = "2026-01-02T03:04:05Z";

/** Adds a token. */
export function addToken(state: State, secret: string, seed: TokenSeed = {}): Token {
  const token: Token = {
    kind: seed.kind ?? "installation",
    user: state.user(seed.login ?? "github-actions[bot]"),
    scopes: seed.scopes ?? { contents: "write", issues: "write", pull_requests: "write" },
    ...(seed.repositories === undefined ? {} : { repositories: seed.repositories }),
  };
  state.tokens.set(secret, token);
  return token;
}

/** Adds a repository with its first commit, or as a fork. */
export async function addRepository(state: State, root: string, seed: RepositorySeed): Promise<Repository> {
  const [owner = "", name = ""] = seed.name.split("/");
  const parent = seed.forkOf === undefined ? undefined : repositoryOf(state, seed.forkOf);
  const defaultBranch = seed.defaultBranch ?? parent?.defaultBranch ?? "main";
  const dir = join(root, `${owner}/${name}.git`.toLowerCase());
  const repository: Repository = {
    id: seed.id ?? state.nextId(),
    owner: state.user(owner),
    name,
    private: seed.private ?? false,
    parent,
    dir,
    createdAt: DATE,
    defaultBranch,
    archived: seed.archived ?? false,
    restTellsMinimised: true,
    actionsMayCreatePullRequests: seed.actionsMayCreatePullRequests ?? true,
    roles: new Map(Object.entries(seed.roles ?? {}).map(([login, role]) => [login.toLowerCase(), role])),
    protectedBranches: new Set(seed.protectedBranches),
    hookDeclines: seed.hookDeclines ?? "",
    verified: new Set(),
    changes: new Map(),
    threads: [],
    checkRuns: [],
    workflowRuns: [],
    dispatches: [],
  };
  for (const login of Object.keys(seed.roles ?? {})) state.user(login);
  initBare(dir, defaultBranch);
  installHook(repository);
  if (parent !== undefined) await git(dir, ["fetch", "--quiet", parent.dir, "+refs/heads/*:refs/heads/*"]);
  state.repositories.set(seed.name.toLowerCase(), repository);
  const files = seed.files ?? (parent === undefined ? { "README.md": `# ${name}\n` } : undefined);
  if (files !== undefined) await addCommit(state, repository, { branch: defaultBranch, files, message: "first" });
  return repository;
}

/** Commits onto a branch as somebody would by a push; pull requests follow. Returns the commit's id. */
export async function addCommit(state: State, repository: Repository, seed: CommitSeed): Promise<string> {
  const login = seed.user ?? "alice";
  state.user(login);
  const signature: Signature = { name: login, email: `${login}@example.com`, date: seed.date ?? DATE };
  const { branch, files, message = "a commit" } = seed;
  const from =
    seed.from ??
    ((await commitOf(repository.dir, `refs/heads/${repository.defaultBranch}`)) === undefined
      ? undefined
      : repository.defaultBranch);
  const sha = await fastCommit(repository.dir, { branch, files, message, signature, from });
  await syncPulls(state, repository);
  return sha;
}

/** The repository of that name; an error when there is none. */
export function repositoryOf(state: State, name: string): Repository {
  const repository = state.repositories.get(name.toLowerCase());
  if (repository === undefined) throw new Error(`The GitHub double has no repository ${name}.`);
  return repository;
}

/** Removes all bare repositories. */
export function removeAll(root: string): void {
  rmSync(root, { recursive: true, force: true });
}
