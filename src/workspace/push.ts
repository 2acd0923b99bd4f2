/**
 * Publishes snapshots as branches on a server: makes commits of trees, reads their contents, and pushes without force. git gets the
 * token in its environment, never in arguments, a URL or a file.
 */

import { NOWHERE } from "../base/file-text.ts";
import type { Clock } from "../base/clock.ts";
import { asyncEffect } from "../base/crash.ts";
import { gitError } from "../protocol/error.ts";
import { requireBlob, type BatchObject } from "./git/cat-file.ts";
import { parseCounts, parseRaw, type TreeEdit } from "./changes.ts";
import { createComposeGit } from "./compose.ts";
import { authorEnvironment, configEnvironment } from "./git/git-environment.ts";
import { createGit, fetchOf, type Git, type GitPlace } from "./git/git.ts";
import { objectId } from "./git/object-id.ts";
import { readerOf } from "./git/open-reader.ts";
import { pushRefs, type PushRefsRequest, type RemoteRef } from "./push-refs.ts";
import { retryingGit } from "./git/server-retries.ts";

export interface Identity {
  readonly name: string;
  readonly email: string;
}

interface CommitRequest {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly identity: Identity;
  /** Seconds since the epoch. The same request gives the same commit id, so that a repeated push changes nothing. */
  readonly atSeconds: number;
}

export interface Remote {
  /** `https://host/owner/name.git`; `http:` for servers on a closed network. */
  readonly url: string;
  readonly token: string;
  /** Variables of the network: `https_proxy`, `GIT_SSL_CAINFO`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

interface PushRequest {
  readonly remote: Remote;
  readonly commit: string;
  readonly branch: string;
  /** The expected commit of the branch; null when the branch must not exist. Otherwise the push fails. */
  readonly expected: string | null;
}

/** `said`: the output of git and the server, which is foreign text. */
type PushResult = { readonly kind: "pushed" } | { readonly kind: "failed"; readonly said: string };

export type PublishGit = ReturnType<typeof createPublishGit>;

export interface PublishGitOptions extends GitPlace {
  readonly clock: Pick<Clock, "sleep">;
}

/** Differences that are kept. */
const MAX_KNOWN = 8;

/** Creates the git for publishing. It starts no process yet. */
export function createPublishGit({ gitDir, path, clock }: PublishGitOptions) {
  const run = (env: Readonly<Record<string, string>>) =>
    createGit({ cwd: gitDir, path, env: { ...env, GIT_DIR: gitDir } });
  const git = run({ GIT_LITERAL_PATHSPECS: "1" });
  const reader = readerOf(gitDir, path);
  const word = async (...args: readonly string[]): Promise<string> => (await git({ args })).toString("utf8").trim();
  /** The newest differences: each decision about a change asks for the same few, and the trees of an id never change. */
  const known = new Map<string, Promise<readonly TreeEdit[]>>();
  /** Hands over the contents one after the other, so that not all of them are in memory at once. */
  const readBlobs = async (oids: readonly string[], take: (blob: BatchObject) => void): Promise<void> =>
    await reader.each([...new Set(oids.map(objectId))], (object) => take(requireBlob(object)));
  return {
    read: reader.read,
    ...createComposeGit({ gitDir, path, read: reader.read }),
    treeOf: async (commit: string): Promise<string> => {
      const [tree] = await reader.read([`${objectId(commit)}^{tree}`]);
      if (tree !== undefined) return tree.id;
      throw gitError(`There is no commit ${commit} with its tree.`);
    },
    /** First lines of the newest commits, as far as the history is on this machine. */
    subjects: async (commit: string): Promise<readonly string[]> =>
      (await word("log", "-z", "--no-show-signature", "-n", "30", "--format=%s", objectId(commit))).split("\0"),
    /** Paths of the files with a line that begins with one of these texts. */
    async filesWith(tree: string, beginnings: readonly string[]): Promise<readonly string[]> {
      const patterns = beginnings.flatMap((words) => ["-e", `^${words}`]);
      const args = ["grep", "-z", "--name-only", "--full-name", "--text", "-G", ...patterns, objectId(tree), "--"];
      const found = (await git({ args })).toString("utf8").split("\0");
      return found.filter((name) => name !== "").map((name) => name.slice(tree.length + 1));
    },
    /** The regular files directly in these folders (`./`, `docs/`), with their object ids. */
    async filesIn(commit: string, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const listed = await word("ls-tree", "-z", "--full-tree", objectId(commit), "--", ...folders);
      const files = listed.matchAll(/(?:^|\0)100(?:644|755) blob ([0-9a-f]+)\t([^\0]+)/g);
      return new Map(Array.from(files, ([, oid = "", path = ""]) => [path, oid] as const));
    },
    async edits(from: string, to: string): Promise<readonly TreeEdit[]> {
      if (from === to) return []; // git would print nothing, and simple-git waits 50 ms for output
      const range = [objectId(from), objectId(to)];
      const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", ...range];
      const key = range.join(" ");
      const edits = known.get(key) ?? git({ args }).then((said) => parseRaw(said).entries);
      known.delete(key);
      known.set(key, edits);
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value ?? "");
      edits.catch(() => known.delete(key));
      return await edits;
    },
    /** Paths that differ in more than the ends of their lines. */
    async contentChanges(from: string, to: string): Promise<readonly string[]> {
      if (from === to) return [];
      const args = ["diff-tree", "-r", "-z", "--raw", "--numstat", "--no-renames", "--ignore-cr-at-eol"];
      const { entries, rest } = parseRaw(await git({ args: [...args, objectId(from), objectId(to)] }));
      // git counts no lines of a file in which only the ends of lines differ.
      const counted = new Set(parseCounts(rest).map(({ path }) => path));
      return entries.flatMap(({ path, mode, oldMode }) => (counted.has(path) || mode !== oldMode ? [path] : []));
    },
    async blobs(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
      const found = new Map<string, Buffer>();
      await readBlobs(oids, ({ id, content }) => found.set(id, content));
      return found;
    },
    readBlobs,
    async commit({ tree, parents, message, identity, atSeconds }: CommitRequest): Promise<string> {
      const commitGit = run(authorEnvironment({ ...identity, atSeconds }));
      const ancestors = parents.flatMap((parent) => ["-p", objectId(parent)]);
      const args = ["commit-tree", "--no-gpg-sign", objectId(tree), ...ancestors];
      const input = Buffer.from(message);
      const made = await asyncEffect("git.commit", () => commitGit({ args, input }));
      return made.toString("utf8").trim();
    },
    /** Fetches one commit without its history. Throws `git.failed`. */
    async fetch(remote: Remote, commit: string): Promise<void> {
      const server = retryingGit(run(remoteEnvironment(remote)), clock);
      await server({ args: [...fetchOf(1), "--", remote.url, objectId(commit)] });
    },
    /** Pushes one commit that must be a descendant of `expected`. Never throws for a refusal. */
    async push({ remote, commit, branch, expected }: PushRequest): Promise<PushResult> {
      const git = run(remoteEnvironment(remote));
      const { url } = remote;
      const request: PushRefsRequest = {
        git,
        url,
        // The commit descends from `expected`, so the lease forces nothing: it only checks that the branch did not move.
        updates: [{ ref: `refs/heads/${branch}`, commit, expected }],
        isAtomic: false,
        isRepeatable: true, // the same request gives the same commit
        look: async (refs) => await listRefs(git, url, refs),
        clock,
      };
      const result = await asyncEffect("git.push", () => pushRefs(request));
      if (result.kind === "updated") return { kind: "pushed" };
      return { kind: "failed", said: result.said };
    },
  };
}

/** The server's HEAD and the references that match the patterns of `ls-remote`, with their commits. Throws `git.failed`. */
export async function listRefs(git: Git, url: string, patterns: readonly string[]): Promise<readonly RemoteRef[]> {
  // HEAD is always listed, because simple-git waits 50 ms for a command without output.
  const said = (await git({ args: ["ls-remote", "--", url, "HEAD", ...patterns] })).toString("utf8");
  const lines = said.matchAll(/^([0-9a-f]+)\t(HEAD|refs\/[^^\n]+)$/gm);
  return Array.from(lines, ([, commit = "", ref = ""]) => ({ commit, ref }));
}

interface BranchesRequest extends Pick<GitPlace, "path"> {
  readonly remote: Remote;
  readonly clock: Pick<Clock, "sleep">;
}

/** The branches of the server, with their commits. Throws `git.failed`. */
export async function listBranches({ remote, path, clock }: BranchesRequest): Promise<ReadonlyMap<string, string>> {
  // git finds no repository there, and so reads no configuration of one.
  const env = { ...remoteEnvironment(remote), GIT_DIR: NOWHERE };
  const git = retryingGit(createGit({ cwd: "/", path, env }), clock);
  const refs = await listRefs(git, remote.url, ["refs/heads/*"]);
  const prefix = "refs/heads/";
  return new Map(
    refs.flatMap(({ ref, commit }) => (ref.startsWith(prefix) ? [[ref.slice(prefix.length), commit]] : [])),
  );
}

/**
 * The token as configuration in the environment of one process. `GIT_ALLOW_PROTOCOL` allows the protocol of the URL; the
 * directory's own configuration forbids all protocols.
 */
export function remoteEnvironment(
  { url, token, env }: Remote,
  more: readonly (readonly [key: string, value: string])[] = [],
): Record<string, string> {
  const { protocol, origin } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw gitError(`Not a server to push to: ${origin}.`, "Use an https URL.");
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    ...env,
    GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
    ...configEnvironment([
      // The empty value drops the header of actions/checkout in .git/config: GitHub refuses two authorizations.
      [`http.${origin}/.extraheader`, ""],
      [`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${credentials}`],
      ["credential.helper", ""],
      ["push.recurseSubmodules", "no"],
      ["push.gpgSign", "false"],
      ["push.followTags", "false"],
      // A call to a silent server ends after a minute.
      ["http.lowSpeedLimit", "1"],
      ["http.lowSpeedTime", "60"],
      ...more,
    ]),
  };
}
