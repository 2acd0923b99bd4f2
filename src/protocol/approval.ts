/** What a call needs, what was decided about it, and which changed files may be published. */

export type Verdict = "approve" | "reject" | "defer";

/** Paths are relative to the workspace root with `/`, already resolved through links; `.` is the root itself. */
export type Capability =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "write"; readonly path: string }
  /** A shell command line; the policy parses it into argv lists and redirections. */
  | { readonly kind: "exec"; readonly command: string; readonly cwd: string }
  /** A tool of an MCP server, by the server's name in the configuration and the tool's own. */
  | { readonly kind: "mcp"; readonly server: string; readonly tool: string }
  /** To reach a host over https, as a policy lists it: lower case, with its port where that is not 443. */
  | { readonly kind: "net"; readonly host: string }
  | GitHubNeed;

/** What a run may have done on GitHub besides its branch and its answer. `search` only reads. */
export const GITHUB_ACTIONS = ["label", "assign", "issue", "comment", "close", "search"] as const;
export type GitHubAction = (typeof GITHUB_ACTIONS)[number];

export interface GitHubNeed {
  readonly kind: "github";
  readonly action: GitHubAction;
  /** The label or login. */
  readonly name?: string | undefined;
  /** The issue or pull request is another one of the repository than the run's own. */
  readonly isElsewhere?: true | undefined;
}

/** An action as rules write it: `comment`, `close#*`, `label:bug`. */
export function githubWords({ action, name, isElsewhere }: Omit<GitHubNeed, "kind">): string {
  return `${action}${isElsewhere === true ? "#*" : ""}${name === undefined ? "" : `:${name}`}`;
}

/** What a run may do on the web: read pages, search, and open pages in a browser. */
export type WebAction = "pages" | "searches" | "browser";

export interface Decision {
  readonly verdict: Verdict;
  /** Id of the deciding rule, or `default`. Shown to people and to the model. */
  readonly rule: string;
  /** The other rules that defer the call, sorted. Left out when there is none. */
  readonly also?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  /** The nearest form of the call that the policy approves, as a sentence without its full stop. Left out when there is none. */
  readonly near?: string | undefined;
}

/** A part of a call that the policy rejects while the rest of it runs. */
export interface RefusedPart extends Pick<Decision, "rule" | "reason"> {
  readonly capability: Capability;
}

/** A person's answer to one held call. */
export interface Answer {
  readonly verdict: "approve" | "reject";
  readonly by: string;
  readonly reason?: string | undefined;
  /** The answer also covers later calls of this session that the same rule defers for the same kinds of action. */
  readonly isForSession?: boolean | undefined;
  /** An approval of changed files also covers those that the request does not show whole. */
  readonly coversUnshown?: true | undefined;
}

/** An approval, for the rest of a session, of calls that `rule` defers and that need these kinds of capability. */
export interface StandingApproval {
  readonly rule: string;
  /** Sorted, joined by `+`, e.g. `exec`, `mcp:docs/find` or `net:docs.python.org`. */
  readonly action: string;
  readonly by: string;
}

/** The kinds of action that a call needs, as standing approvals compare them. Each MCP tool and each host is a kind of its own. */
export function actionOf(capabilities: readonly Capability[]): string {
  const actions = capabilities.map((need) => {
    if (need.kind === "github") return `github:${githubWords({ ...need, name: undefined })}`;
    if (need.kind === "net") return `net:${need.host}`;
    return need.kind === "mcp" ? `mcp:${need.server}/${need.tool}` : need.kind;
  });
  return [...new Set(actions)].toSorted().join("+");
}

/** Whether an approval can stand for the session: only a single rule of the policy file makes calls alike. */
export function canStand({ rule, also = [] }: Pick<Decision, "rule" | "also">): boolean {
  return also.length === 0 && rule !== "default" && !rule.includes(":");
}

const ANSWER = "answer by ";

/** The `rule` of a decision that a person made. */
export function answerRule(by: string, more = ""): string {
  return `${ANSWER}${by}${more}`;
}

/** Whether a person made the decision. Ids of rules have no spaces. */
export function isAnswer({ rule }: Pick<Decision, "rule">): boolean {
  return rule.startsWith(ANSWER);
}

/** What decided, as people read it: the id of a rule, or the person who answered. */
export function decidedBy({ rule }: Pick<Decision, "rule">): string {
  return isAnswer({ rule }) ? rule.slice(ANSWER.length) : rule;
}

/** The decision of the standing approval that covers a held call, or undefined. */
export function standingAnswer(
  decision: Decision,
  capabilities: readonly Capability[],
  standing: readonly StandingApproval[],
): Decision | undefined {
  if (decision.verdict !== "defer" || !canStand(decision)) return undefined;
  const action = actionOf(capabilities);
  const covering = standing.find((approval) => approval.rule === decision.rule && approval.action === action);
  return covering && { verdict: "approve", rule: answerRule(covering.by, ", for the session") };
}

/** Judges one call by what it needs. Never throws: a capability that is not understood is not approved. */
export interface ApprovalGate {
  readonly judge: (capabilities: readonly Capability[]) => Promise<Decision>;
}

/** One changed file. Two versions are the same only with the same mode and content. */
export interface FileVersion {
  readonly path: string;
  /** 100644, 100755, 120000 (link), 160000 (submodule); undefined for a deleted file. */
  readonly mode?: string | undefined;
  /** Git's object id of the content; undefined for a deleted file. */
  readonly oid?: string | undefined;
}

/** Why a changed file is not published. */
export interface Holding {
  /** Id of the rule, or `default`. */
  readonly rule: string;
  readonly reason?: string | undefined;
  /** True where the answer of a person publishes the file. Otherwise a person changes it by hand. */
  readonly isAnswerable: boolean;
}

export interface HeldFile extends FileVersion, Holding {}

/** A changed file that a request for approval names and does not show whole. */
export interface UnshownFile {
  readonly path: string;
  /** Length of its diff; undefined for content that is no text, or a change that is too long to be read. */
  readonly chars?: number | undefined;
}

interface RequestedFiles {
  readonly files?: readonly HeldFile[] | undefined;
  readonly unshown?: readonly UnshownFile[] | undefined;
  readonly preview?: string | undefined;
}

/** The changed files of a request that it shows whole. An approval covers these, and others only if it says so. */
export function shownFiles({ files = [], unshown, preview = "" }: RequestedFiles): readonly HeldFile[] {
  // Older programs cut requests at these lengths and did not record it.
  if (unshown === undefined) return files.length > 50 || preview.length > 30_000 ? [] : files;
  const left = new Set(unshown.map(({ path }) => path));
  return files.filter(({ path }) => !left.has(path));
}

export function coveredFiles(request: RequestedFiles, { coversUnshown }: Answer): readonly HeldFile[] {
  return coversUnshown === true ? (request.files ?? []) : shownFiles(request);
}

/** Why a changed file is not published; undefined for an approved one. `found`: a reason to ask even then. */
export type HeldBy = (version: FileVersion, found?: Pick<Holding, "rule" | "reason">) => Holding | undefined;

/** Versions of files that people answered about. The newest answer about a version counts. */
export interface AnsweredVersions {
  readonly approved: ReadonlySet<string>;
  /** By version: the login of the person who rejected it. */
  readonly rejected: ReadonlyMap<string, string>;
}

export const NO_ANSWERS: AnsweredVersions = { approved: new Set(), rejected: new Map() };

/** A version as one string, for sets and maps. Paths contain no NUL. */
export function versionKey({ path, mode = "", oid = "" }: FileVersion): string {
  return `${mode} ${oid}\0${path}`;
}
