/** The GraphQL fields that the double resolves: the viewer, repositories with refs and threads, and createCommitOnBranch. */

import { GraphQLError } from "graphql";
import { ApiError, type Call } from "./call.ts";
import { commitOf, git, signatureEnv } from "./git.ts";
import { readCommit, type CommitRecord } from "./git-read.ts";
import { syncPulls } from "./pull-sync.ts";
import { noreply } from "./render-git.ts";
import { fullName, nodeId, webUrl } from "./render-repository.ts";
import { checkProtection, checkWorkflows } from "./routes-refs.ts";
import { atLeast, roleOf, type Comment, type Repository, type Thread, type User } from "./state.ts";

type Fields = Record<string, unknown>;

interface CommitInput {
  readonly clientMutationId?: string;
  readonly branch: { readonly id?: string; readonly repositoryNameWithOwner?: string; readonly branchName?: string };
  readonly message: { readonly headline: string; readonly body?: string };
  readonly expectedHeadOid: string;
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions?: readonly { readonly path: string }[];
  };
}

/** An error that GitHub would give, as opposed to a mistake of the double. */
function failure(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

/** The root of a query or mutation by one caller. */
export function graphqlRoot(call: Call): Fields {
  const find = (name: string): Repository => {
    const repository = call.state.repositories.get(name.toLowerCase());
    const hidden = repository?.private === true && !mayRead(call, repository);
    if (repository === undefined || hidden) {
      throw failure("NOT_FOUND", `Could not resolve to a Repository with the name '${name}'.`);
    }
    return repository;
  };
  return {
    viewer: () => (call.token === undefined ? null : actor(call, call.token.user)),
    repository: ({ owner, name }: { owner: string; name: string }) => repositoryFields(call, find(`${owner}/${name}`)),
    rateLimit: () => ({ ...call.rate, cost: 1, nodeCount: 0, resetAt: new Date(call.rate.reset * 1000).toISOString() }),
    createCommitOnBranch: async ({ input }: { input: CommitInput }) => {
      const [name, branch] = namesOf(input);
      return createCommitOnBranch(call, find(name), { input, branch });
    },
  };
}

function mayRead({ token }: Call, repository: Repository): boolean {
  return token !== undefined && (token.kind === "installation" || roleOf(repository, token.user.login) !== "none");
}

/** The branch of a mutation: by names, or by the opaque id that we gave it (`repository:refs/heads/…`). */
function namesOf({ branch }: CommitInput): readonly [repository: string, branch: string] {
  const id = branch.id === undefined ? undefined : Buffer.from(branch.id, "base64").toString("utf8");
  const [, repository, ref] = /^Ref:(.+?):refs\/heads\/(.+)$/.exec(id ?? "") ?? [];
  const found = [repository ?? branch.repositoryNameWithOwner, ref ?? branch.branchName?.replace(/^refs\/heads\//, "")];
  if (found[0] === undefined || found[1] === undefined) throw failure("NOT_FOUND", "Could not resolve to a branch.");
  return [found[0], found[1]];
}

interface Target {
  readonly input: CommitInput;
  readonly branch: string;
}

async function createCommitOnBranch(call: Call, repository: Repository, { input, branch }: Target): Promise<Fields> {
  const { state, token } = call;
  const { dir } = repository;
  if (token === undefined || token.scopes.contents !== "write" || repository.archived) {
    throw failure("FORBIDDEN", "Resource not accessible by integration");
  }
  if (token.kind === "user" && !atLeast(roleOf(repository, token.user.login), "write")) {
    throw failure(
      "FORBIDDEN",
      `${token.user.login} does not have the correct permissions to execute \`CreateCommitOnBranch\``,
    );
  }
  const ref = `refs/heads/${branch}`;
  const head = await commitOf(dir, ref);
  if (head === undefined) throw failure("NOT_FOUND", `A ref named ${JSON.stringify(branch)} does not exist.`);
  if (head !== input.expectedHeadOid) {
    throw failure(
      "STALE_DATA",
      `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`,
    );
  }
  const tree = await changedTree(call, repository, { head, input });
  const user = { name: token.user.login, email: noreply(token.user), date: state.now() };
  const github = { name: "GitHub", email: "noreply@github.com", date: state.now() };
  const { headline, body = "" } = input.message;
  const message = body === "" ? headline : `${headline}\n\n${body}`;
  const sha = await git(dir, ["commit-tree", tree, "-p", head], { env: signatureEnv(user, github), input: message });
  await asGraphql("UNPROCESSABLE", async () => {
    checkProtection(repository, ref);
    await checkWorkflows(repository, sha, token);
    await git(dir, ["update-ref", ref, sha, head]);
  });
  repository.verified.add(sha);
  await syncPulls(state, repository);
  return {
    clientMutationId: input.clientMutationId ?? null,
    commit: commitFields(call, repository, await readCommit(dir, sha)),
    ref: () => refFields(call, repository, ref),
  };
}

/** Applies additions and deletions to the head's tree. File modes stay; new files are plain. */
async function changedTree(
  call: Call,
  { dir }: Repository,
  { head, input }: { head: string; input: CommitInput },
): Promise<string> {
  const { additions = [], deletions = [] } = input.fileChanges ?? {};
  const env = { GIT_INDEX_FILE: `${dir}/index-${call.state.nextId()}` };
  await git(dir, ["read-tree", head], { env });
  const staged = await git(dir, ["ls-files", "-s", "-z"], { env });
  const modes = new Map(
    staged.split("\0").map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, 6)] as const),
  );
  const lines: string[] = [];
  for (const { path } of deletions) {
    if (!modes.has(path))
      throw failure("UNPROCESSABLE", `A path was requested for deletion which does not exist in the tree: ${path}`);
    lines.push(`0 ${"0".repeat(40)}\t${path}\0`);
  }
  for (const { path, contents } of additions) {
    if (path.startsWith("/") || path.split("/").some((part) => ["", ".", "..", ".git"].includes(part))) {
      throw failure("UNPROCESSABLE", `A path was given that is not allowed: ${path}`);
    }
    const id = await git(dir, ["hash-object", "-w", "--stdin"], { input: Buffer.from(contents, "base64") });
    lines.push(`${modes.get(path) ?? "100644"} ${id}\t${path}\0`);
  }
  await git(dir, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  return git(dir, ["write-tree"], { env });
}

async function asGraphql(type: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof ApiError ? failure(type, error.message) : error;
  }
}

function actor({ origin }: Call, { id, login, type }: User): Fields {
  return { __typename: type, id: nodeId("User", id), databaseId: id, login, url: `${origin}/${login}` };
}

function commitFields(call: Call, repository: Repository, { sha, message, tree, author }: CommitRecord): Fields {
  const [headline = "", ...rest] = message.split("\n");
  const isVerified = repository.verified.has(sha);
  return {
    __typename: "Commit",
    id: nodeId("Commit", sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message,
    messageHeadline: headline,
    messageBody: rest.join("\n").trim(),
    url: `${webUrl(call, repository)}/commit/${sha}`,
    committedDate: author.date,
    tree: { __typename: "Tree", id: nodeId("Tree", tree), oid: tree },
    signature: isVerified
      ? { __typename: "GpgSignature", isValid: true, state: "VALID", wasSignedByGitHub: true }
      : null,
  };
}

async function refFields(call: Call, repository: Repository, ref: string): Promise<Fields | null> {
  const sha = await commitOf(repository.dir, ref);
  if (sha === undefined) return null;
  return {
    id: Buffer.from(`Ref:${fullName(repository)}:${ref}`).toString("base64"),
    name: ref.replace(/^refs\/heads\//, ""),
    prefix: "refs/heads/",
    target: async () => commitFields(call, repository, await readCommit(repository.dir, sha)),
  };
}

function repositoryFields(call: Call, repository: Repository): Fields {
  const thread = (number: number, isPull: boolean): Thread => {
    const found = repository.threads.find(
      (thread) => thread.number === number && (thread.pull !== undefined) === isPull,
    );
    const kind = isPull ? "a PullRequest" : "an Issue";
    if (found === undefined) throw failure("NOT_FOUND", `Could not resolve to ${kind} with the number of ${number}.`);
    return found;
  };
  return {
    id: nodeId("Repository", repository.id),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(repository),
    owner: actor(call, repository.owner),
    isPrivate: repository.private,
    isArchived: repository.archived,
    url: webUrl(call, repository),
    defaultBranchRef: () => refFields(call, repository, `refs/heads/${repository.defaultBranch}`),
    ref: ({ qualifiedName }: { qualifiedName: string }) =>
      refFields(call, repository, qualifiedName.startsWith("refs/") ? qualifiedName : `refs/heads/${qualifiedName}`),
    issue: ({ number }: { number: number }) => threadFields(call, repository, thread(number, false)),
    pullRequest: ({ number }: { number: number }) => threadFields(call, repository, thread(number, true)),
  };
}

function threadFields(call: Call, repository: Repository, thread: Thread): Fields {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, pull } = thread;
  return {
    __typename: pull === undefined ? "Issue" : "PullRequest",
    id: nodeId(pull === undefined ? "Issue" : "PullRequest", id),
    databaseId: id,
    number,
    title,
    body: body ?? "",
    state: pull?.mergedAt ? "MERGED" : state.toUpperCase(),
    locked,
    author: actor(call, user),
    createdAt,
    updatedAt,
    url: `${webUrl(call, repository)}/${pull === undefined ? "issues" : "pull"}/${number}`,
    comments: (page: Page) => connection(thread.comments, page, (comment) => commentFields(call, comment)),
    ...(pull === undefined
      ? {}
      : {
          isDraft: pull.draft,
          headRefName: pull.head.ref,
          headRefOid: pull.head.sha,
          baseRefName: pull.base.ref,
          baseRefOid: pull.base.sha,
        }),
  };
}

interface Page {
  readonly first?: number | null;
  readonly after?: string | null;
}

function connection<T>(all: readonly T[], { first, after }: Page, render: (one: T) => Fields): Fields {
  if (first === undefined || first === null || first < 1 || first > 100) {
    throw failure("ARGUMENT_LIMIT", "`first` on a connection must be between 1 and 100.");
  }
  const start = after === undefined || after === null ? 0 : Number(after);
  const nodes = all.slice(start, start + first).map(render);
  const end = start + nodes.length;
  return {
    totalCount: all.length,
    nodes,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: String(start),
      endCursor: String(end),
    },
  };
}

function commentFields(call: Call, { id, body, user, createdAt, updatedAt }: Comment): Fields {
  return { id: nodeId("IssueComment", id), databaseId: id, body, author: actor(call, user), createdAt, updatedAt };
}
