/** What the GitHub double remembers: users, tokens, repositories with their threads. Git objects are in the bare repositories. */

import { GIT_ENV } from "./git.ts";
import type { ChangedFile } from "./git-read.ts";
import { createShell, type Shell } from "./shell.ts";

export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none";
export type Level = "none" | "read" | "write";
/** The keys of `permissions:` in a workflow that matter here, plus `workflows`, which only App tokens and PATs can have. */
export type Scope =
  | "contents"
  | "issues"
  | "pull_requests"
  | "workflows"
  | "actions"
  | "checks"
  | "administration"
  | "members";
export type ReactionContent = "+1" | "-1" | "laugh" | "confused" | "heart" | "hooray" | "rocket" | "eyes";

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization";
}

/** `installation` is what GITHUB_TOKEN and Apps have; `user` is a personal access token, bounded by the user's role too. */
export interface Token {
  readonly kind: "installation" | "user";
  readonly user: User;
  readonly scopes: Readonly<Partial<Record<Scope, Level>>>;
  /** `owner/name` of the repositories that an installation is for; left out for all but forks, as GITHUB_TOKEN. */
  readonly repositories?: readonly string[];
}

export interface Reaction {
  readonly id: number;
  readonly user: User;
  readonly content: ReactionContent;
  readonly createdAt: string;
}

export interface Label {
  readonly id: number;
  readonly name: string;
}

export interface Comment {
  readonly id: number;
  readonly user: User;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  /** Only GraphQL tells who made them. */
  readonly edits?: { readonly user: User; readonly at: string }[];
  readonly reactions: Reaction[];
  /** Why a person hid it, as GraphQL says it. */
  minimised?: string;
}

export interface ReviewComment extends Comment {
  readonly reviewId: number | null;
  readonly path: string;
  /** Null where the line left the diff, and for a comment on a file. */
  readonly line: number | null;
  /** As the comment was written. */
  readonly originalLine: number | null;
  readonly side: "LEFT" | "RIGHT";
  readonly startLine: number | null;
  commit: string;
  readonly diffHunk: string;
  readonly replyTo: number | null;
}

export interface Review {
  readonly id: number;
  readonly user: User;
  readonly body: string;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  commit: string;
  readonly submittedAt: string;
  /** Only GraphQL tells it. */
  readonly editedAt?: string;
  minimised?: string;
}

export interface Pull {
  readonly head: { readonly repository: Repository; readonly ref: string; sha: string };
  readonly base: { ref: string; sha: string };
  draft: boolean;
  maintainerCanModify: boolean;
  mergedAt: string | null;
  readonly reviews: Review[];
  readonly reviewComments: ReviewComment[];
  /** Who resolved a thread, by the id of its first comment. Only GraphQL tells it. */
  readonly resolved: Map<number, User>;
}

export interface Thread {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  readonly user: User;
  state: "open" | "closed";
  stateReason: "completed" | "reopened" | "not_planned" | "duplicate" | null;
  locked: boolean;
  labels: Label[];
  assignees: User[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  readonly events: ThreadEvent[];
  /** Of the text. Only GraphQL tells who made them. */
  readonly edits: { readonly user: User; readonly at: string }[];
  /** Present on pull requests only. */
  readonly pull?: Pull;
}

export interface ThreadEvent {
  readonly id: number;
  readonly actor: User;
  readonly event: "labeled" | "closed" | "reopened" | "renamed" | "head_ref_deleted";
  readonly label?: string;
  readonly createdAt: string;
}

export interface CheckRun {
  readonly id: number;
  readonly sha: string;
  readonly name: string;
  readonly conclusion: "success" | "failure" | "neutral" | "cancelled" | "skipped" | "timed_out" | null;
  readonly title?: string;
  readonly summary?: string;
}

interface Dispatch {
  readonly kind: "repository" | "workflow";
  /** Event type, or the workflow's file. */
  readonly name: string;
  readonly payload: unknown;
}

export interface Repository {
  readonly id: number;
  readonly owner: User;
  readonly name: string;
  readonly private: boolean;
  readonly parent: Repository | undefined;
  /** Absolute path of the bare repository. */
  readonly dir: string;
  readonly createdAt: string;
  defaultBranch: string;
  archived: boolean;
  /** GitHub's own server tells by REST which comments are minimised; older ones do not. */
  restTellsMinimised: boolean;
  /** The setting "Allow GitHub Actions to create and approve pull requests". */
  actionsMayCreatePullRequests: boolean;
  /** By login, lower case. */
  readonly roles: Map<string, Role>;
  /** Branches that take no push from anybody here: changes come by pull request only. */
  readonly protectedBranches: Set<string>;
  /** Empty where pushes are not declined by a hook. */
  readonly hookDeclines: string;
  /** Commits that GitHub itself signed, because they were made through its API by an installation. */
  readonly verified: Set<string>;
  /** What changed between two commits, by `from..to`; contents never change, so neither do these. */
  readonly changes: Map<string, Promise<readonly ChangedFile[]>>;
  readonly threads: Thread[];
  readonly checkRuns: CheckRun[];
  readonly workflowRuns: WorkflowRun[];
  readonly dispatches: Dispatch[];
}

/** A workflow run at its newest attempt. */
export interface WorkflowRun {
  readonly id: number;
  readonly attempt: number;
  readonly status: "queued" | "in_progress" | "completed";
}

export interface State {
  readonly users: Map<string, User>;
  readonly tokens: Map<string, Token>;
  /** By `owner/name`, lower case. */
  readonly repositories: Map<string, Repository>;
  /** Logins with their state, by `org/team`; all in lower case. */
  readonly teams: Map<string, ReadonlyMap<string, "active" | "pending">>;
  /** The next id; ids of all kinds come from one counter, so that one kind's id never fits another. */
  readonly nextId: () => number;
  /** Now, in seconds as GitHub prints it. */
  readonly now: () => string;
  /** The user of that name; unknown ones come into being, `…[bot]` as bots. */
  readonly user: (login: string) => User;
  /** Starts the services of git. */
  readonly shell: Shell;
  /** Copies everything as it is now; the returned function puts it back, as often as wanted. */
  readonly keep: () => () => void;
}

/** The id that the real github-actions[bot] has; its noreply address carries it. */
const KNOWN_IDS: Readonly<Record<string, number>> = { "github-actions[bot]": 41898282 };

/** An empty GitHub. */
export function createState(now: () => Date): State {
  let id = 1_000_000;
  const nextId = (): number => (id += 1);
  const users = new Map<string, User>();
  const tokens: State["tokens"] = new Map();
  const repositories: State["repositories"] = new Map();
  const teams: State["teams"] = new Map();
  const all = { users, tokens, repositories, teams };
  return {
    ...all,
    shell: createShell(GIT_ENV),
    nextId,
    now: () =>
      now()
        .toISOString()
        .replace(/\.\d+Z$/, "Z"),
    user: (login) => {
      const known = users.get(login.toLowerCase());
      if (known !== undefined) return known;
      const type = login.endsWith("[bot]") ? "Bot" : "User";
      const user: User = { id: KNOWN_IDS[login] ?? nextId(), login, type };
      users.set(login.toLowerCase(), user);
      return user;
    },
    keep: () => {
      for (const { changes } of repositories.values()) changes.clear(); // promises, which cannot be copied and are only a cache
      const kept = { all: structuredClone(all), id };
      return () => {
        const back = structuredClone(kept.all); // one copy of all, so that what is shared stays shared
        refill(users, back.users);
        refill(tokens, back.tokens);
        refill(repositories, back.repositories);
        refill(teams, back.teams);
        id = kept.id;
      };
    },
  };
}

function refill<V>(map: Map<string, V>, from: ReadonlyMap<string, V>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}

/** What somebody may do in a repository; everybody reads a public one. */
export function roleOf(repository: Repository, login: string): Role {
  if (repository.owner.login.toLowerCase() === login.toLowerCase()) return "admin";
  return repository.roles.get(login.toLowerCase()) ?? (repository.private ? "none" : "read");
}

/** Whether a token is for a repository at all; one that is not reads what everybody reads. */
export function covers({ kind, repositories }: Token, { owner, name, parent }: Repository): boolean {
  if (kind === "user") return true;
  return repositories === undefined ? parent === undefined : repositories.includes(`${owner.login}/${name}`);
}

const ROLES: readonly Role[] = ["none", "read", "triage", "write", "maintain", "admin"];

/** Whether a role is at least another. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
