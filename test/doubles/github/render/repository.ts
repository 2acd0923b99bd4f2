/** Users and repositories as GitHub's JSON. */

import type { Call } from "../call.ts";
import { atLeast, roleOf, type Repository, type User } from "../state.ts";

type Json = Record<string, unknown>;

const USER_PARTS = ["followers", "subscriptions", "repos", "received_events"];

/** GitHub's opaque id of an object. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString("base64");
}

/** A `simple-user`. */
export function renderUser({ origin }: Call, { id, login, type }: User): Json {
  const url = `${origin}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId("User", id),
    avatar_url: `${origin}/avatars/${id}`,
    gravatar_id: "",
    url,
    html_url: `${origin}/${login.endsWith("[bot]") ? `apps/${login.slice(0, -5)}` : login}`,
    ...Object.fromEntries(USER_PARTS.map((part) => [`${part}_url`, `${url}/${part}`])),
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    organizations_url: `${url}/orgs`,
    events_url: `${url}/events{/privacy}`,
    type,
    site_admin: false,
  };
}

/** A `public-user`, which is also what a token's own user sees of itself here. */
export function renderPublicUser(call: Call, user: User): Json {
  const nothing = ["name", "company", "blog", "location", "email", "hireable", "bio"];
  return {
    ...renderUser(call, user),
    ...Object.fromEntries(nothing.map((name) => [name, null])),
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2020-01-01T00:00:00Z",
  };
}

const REPOSITORY_URLS: Readonly<Record<string, string>> = {
  archive: "/{archive_format}{/ref}",
  assignees: "/assignees{/user}",
  blobs: "/git/blobs{/sha}",
  branches: "/branches{/branch}",
  collaborators: "/collaborators{/collaborator}",
  comments: "/comments{/number}",
  commits: "/commits{/sha}",
  compare: "/compare/{base}...{head}",
  contents: "/contents/{+path}",
  contributors: "/contributors",
  deployments: "/deployments",
  downloads: "/downloads",
  events: "/events",
  forks: "/forks",
  git_commits: "/git/commits{/sha}",
  git_refs: "/git/refs{/sha}",
  git_tags: "/git/tags{/sha}",
  hooks: "/hooks",
  issue_comment: "/issues/comments{/number}",
  issue_events: "/issues/events{/number}",
  issues: "/issues{/number}",
  keys: "/keys{/key_id}",
  labels: "/labels{/name}",
  languages: "/languages",
  merges: "/merges",
  milestones: "/milestones{/number}",
  notifications: "/notifications{?since,all,participating}",
  pulls: "/pulls{/number}",
  releases: "/releases{/id}",
  stargazers: "/stargazers",
  statuses: "/statuses/{sha}",
  subscribers: "/subscribers",
  subscription: "/subscription",
  tags: "/tags",
  teams: "/teams",
  trees: "/git/trees{/sha}",
};

/** `owner/name`. */
export function fullName({ owner, name }: Repository): string {
  return `${owner.login}/${name}`;
}

/** Address of a repository's API. */
export function apiUrl({ origin }: Call, repository: Repository): string {
  return `${origin}/repos/${fullName(repository)}`;
}

/** Address of a repository's web page. */
export function webUrl({ origin }: Call, repository: Repository): string {
  return `${origin}/${fullName(repository)}`;
}

/** A `repository`, with everything that its larger sibling `full-repository` insists on too. */
export function renderRepository(call: Call, repository: Repository): Json {
  const { id, owner, name, createdAt, threads } = repository;
  const url = apiUrl(call, repository);
  const open = threads.filter(({ state }) => state === "open").length;
  return {
    id,
    node_id: nodeId("Repository", id),
    name,
    full_name: fullName(repository),
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    owner: renderUser(call, owner),
    html_url: webUrl(call, repository),
    description: null,
    fork: repository.parent !== undefined,
    url,
    ...Object.fromEntries(Object.entries(REPOSITORY_URLS).map(([key, path]) => [`${key}_url`, `${url}${path}`])),
    clone_url: `${webUrl(call, repository)}.git`,
    git_url: `git:${webUrl(call, repository).slice("http:".length)}.git`,
    ssh_url: `git@127.0.0.1:${fullName(repository)}.git`,
    svn_url: webUrl(call, repository),
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    size: 1,
    default_branch: repository.defaultBranch,
    archived: repository.archived,
    disabled: false,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    subscribers_count: 0,
    network_count: 0,
    open_issues: open,
    open_issues_count: open,
    allow_forking: true,
    is_template: false,
    topics: [],
    web_commit_signoff_required: false,
    created_at: createdAt,
    updated_at: createdAt,
    pushed_at: createdAt,
    permissions: rightsOf(call, repository),
  };
}

/** What the caller may do; an installation's contents permission decides about push. */
function rightsOf({ token }: Call, repository: Repository): Record<string, boolean> {
  const role = token === undefined ? "read" : roleOf(repository, token.user.login);
  const push = token?.kind === "installation" ? token.scopes.contents === "write" : atLeast(role, "write");
  const app = token?.kind === "installation";
  return {
    admin: !app && atLeast(role, "admin"),
    maintain: !app && atLeast(role, "maintain"),
    push,
    triage: push || atLeast(role, "triage"),
    pull: true,
  };
}
