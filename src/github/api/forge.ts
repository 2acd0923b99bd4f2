/** Knows the kinds of servers, by their addresses, and what each lacks. Other files ask here and do not compare host names. */

export interface Forge {
  /** Only GraphQL tells who edited a text and which review threads are resolved. */
  readonly hasGraphql: boolean;
  /** Why `@actions/artifact` cannot upload there; undefined where it can. */
  readonly noArtifacts: NoArtifacts | undefined;
  /** Its API can make commits, and the server signs them. */
  readonly makesCommits: boolean;
  /** Word for a pull request in the address of its page. */
  readonly pullWord: "pull" | "pulls";
}

/** Sentences for people. */
interface NoArtifacts {
  readonly why: string;
  readonly fix: string;
}

const GITHUB: Forge = { hasGraphql: true, noArtifacts: undefined, makesCommits: true, pullWord: "pull" };
const ENTERPRISE: Forge = {
  ...GITHUB,
  noArtifacts: {
    why: "No artifact was uploaded: kimi-runner cannot use the artifact service of GitHub Enterprise Server.",
    fix: "Upload the folder in the output `bundle` in a step with `actions/upload-artifact@v3`.",
  },
};
const GITEA: Forge = {
  hasGraphql: false,
  noArtifacts: {
    why: "No artifact was uploaded: kimi-runner cannot use the artifact service of Gitea and Forgejo.",
    fix: "Upload the folder in the output `bundle` in a step with the server's own `upload-artifact`.",
  },
  makesCommits: false,
  pullWord: "pulls",
};

export interface ForgeAddresses {
  /** GITHUB_SERVER_URL. */
  readonly serverUrl: string;
  /** GITHUB_API_URL. Gitea and Forgejo have theirs at `…/api/v1`; GitHub has none there. */
  readonly apiUrl: string;
}

export function forgeOf({ serverUrl, apiUrl }: ForgeAddresses): Forge {
  if (isGiteaApi(apiUrl)) return GITEA;
  return isGitHubHost(serverUrl) ? GITHUB : ENTERPRISE;
}

export function isGiteaApi(apiUrl: string): boolean {
  return /\/api\/v1\/*$/.test(apiUrl);
}

/** Whether `@actions/artifact` regards the host as GitHub's own. */
function isGitHubHost(serverUrl: string): boolean {
  const host = URL.parse(serverUrl)?.hostname ?? "";
  return host === "github.com" || /\.(?:ghe\.com|localhost)$/.test(host);
}

/** Domain of the no-reply e-mail addresses of accounts. GitHub's own hosts share one; every other server has its own. */
export function noReplyDomain(serverUrl: string): string {
  const host = URL.parse(serverUrl)?.hostname ?? "";
  return host === "" || host === "github.com" || host.endsWith(".localhost")
    ? "users.noreply.github.com"
    : `users.noreply.${host}`;
}

const NO_SERVICE: NoArtifacts = {
  why: "There is no artifact service here (ACTIONS_RUNTIME_TOKEN is not set); the bundle stays on the runner.",
  fix: "Run as an action on GitHub, or `act --artifact-server-path <folder>`; the output `bundle` says where it is.",
};

/** Whether a job can upload and download artifacts. */
export type ArtifactAccess = { readonly isThere: true } | ({ readonly isThere: false } & NoArtifacts);

/** Local runs and composite steps have no artifact service. */
export function artifactAccess(
  addresses: ForgeAddresses,
  env: Readonly<Record<string, string | undefined>>,
): ArtifactAccess {
  const { noArtifacts } = forgeOf(addresses);
  if (noArtifacts !== undefined) return { isThere: false, ...noArtifacts };
  if (env["ACTIONS_RUNTIME_TOKEN"] && env["ACTIONS_RESULTS_URL"]) return { isThere: true };
  return { isThere: false, ...NO_SERVICE };
}

/** Whether an address is the server's own, which it uses as committer of commits made through its API or its pages. */
export function isWebCommitter(email: string, serverUrl: string): boolean {
  const host = URL.parse(serverUrl)?.hostname ?? "";
  return email === "noreply@github.com" || email === `noreply@${host}`;
}
