/**
 * Stores sessions, claims and the like on the server as commits under `refs/kimi/`, and changes these references by compare-and-set. It
 * works in the trusted git directory. git gets the token in its environment.
 */

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { createInTurn } from "../base/in-turn.ts";
import { RunnerError } from "../protocol/error.ts";
import { createGit, fetchOf, type Git, type GitPlace } from "./git/git.ts";
import { createLooseObjects } from "./loose-objects.ts";
import { objectId } from "./git/object-id.ts";
import { pushRefs, type PushRefsRequest, type PushRefsResult, type RefUpdate, type RemoteRef } from "./push-refs.ts";
import { listRefs, remoteEnvironment, type Identity, type Remote } from "./push.ts";
import { retryingGit } from "./git/server-retries.ts";
import { readStored, type StoredCommit, type StoredLimits } from "./read-stored.ts";
import {
  storedRef,
  writeStoredCommit,
  writeStoredTree,
  type StoredCommitFields,
  type StoredCommitRequest,
} from "./stored-commit.ts";

/**
 * `updated` has the new commits of the references, which may differ from the requested ones (see `RemoteRefs.update`), without
 * deleted references. `said` is the output of git and the server, which is foreign text.
 */
export type UpdateResult =
  | { readonly kind: "updated"; readonly refs: readonly RemoteRef[] }
  | { readonly kind: "moved"; readonly ref: string }
  | { readonly kind: "refused"; readonly said: string };

interface UpdateOptions extends Pick<PushRefsRequest, "isAtomic" | "isOptional"> {
  /** A commit that the server has with its history, such as `RemoteRefs.head`. */
  readonly known?: string | undefined;
}

export type RemoteRefs = ReturnType<typeof createRemoteRefs>;

export interface RemoteRefsOptions extends GitPlace {
  readonly remote: Remote;
  readonly identity: Identity;
  readonly limits?: StoredLimits;
  readonly clock: Pick<Clock, "sleep">;
}

/** A long session has a journal of some ten megabytes and some hundred blobs. */
const LIMITS: StoredLimits = { maxBytes: 200_000_000, maxEntries: 50_000 };

const CONFIG = [
  // To list the references of the user's repository, git would start another git inside it, under its configuration.
  ["core.alternateRefsCommand", "true"],
  // With this setting git would not find our files in the server's commits, because their folder differs.
  ["pack.useSparse", "false"],
] as const;

/**
 * Asks the server which history it has, so that a workspace whose start commit is no branch's tip is not sent completely. It costs two
 * requests, and is left out where the reference's old commit is on the disk or the server's HEAD is the start commit.
 */
const NEGOTIATE = ["push.negotiate", "true"] as const;

/**
 * curl repeats a request when a reused connection closes without an answer, and the repeated push would look like a lost race. With one
 * connection for each request the caller learns that the answer was lost.
 */
const onceOnly = (url: string): readonly (readonly [key: string, value: string])[] => [
  ["http.version", "HTTP/1.1"],
  [`http.${new URL(url).origin}/.extraheader`, "Connection: close"],
];

/** Words of servers that refuse a commit because of its parent. */
const PARENT_RULES = /refusing to allow .* workflow|shallow update not allowed/;

/** Creates the access to the references of one server. It starts no process yet. */
export function createRemoteRefs(options: RemoteRefsOptions) {
  const { gitDir, path, remote, identity, limits = LIMITS, clock } = options;
  const { url } = remote;
  const run = (env: Readonly<Record<string, string>>): Git =>
    createGit({ cwd: gitDir, path, env: { ...env, GIT_DIR: gitDir } });
  const local = run({});
  const objects = createLooseObjects(gitDir);
  /** Commits with a parent that this process made, by id. */
  const linked = new Map<string, StoredCommitFields>();
  /** Commits on the disk whose history the server has with them, made or read. */
  const here = new Set<string>();
  let isLinking = true;
  let head: string | undefined;
  /** One read at a time, because git locks the list of commits whose parents are left out. */
  const inTurn = createInTurn();

  const server = (): Git => run(remoteEnvironment(remote, CONFIG));
  const listed = async (git: Git, patterns: readonly string[]): Promise<readonly RemoteRef[]> => {
    const refs = await listRefs(git, url, patterns);
    head = refs.find(({ ref }) => ref === "HEAD")?.commit;
    return refs.filter(({ ref }) => ref.startsWith("refs/kimi/"));
  };

  const isLinked = ({ commit }: RefUpdate): boolean => linked.has(commit ?? "");
  const push = async (updates: readonly RefUpdate[], { known, ...how }: UpdateOptions): Promise<PushRefsResult> => {
    for (const { ref } of updates) storedRef(ref);
    const isKnown = (update: RefUpdate): boolean =>
      here.has(update.expected ?? "") || (known !== undefined && linked.get(update.commit ?? "")?.parent === known);
    const isFirst = updates.some((update) => isLinked(update) && !isKnown(update));
    const config = [...CONFIG, ...onceOnly(url), ...(isFirst ? [NEGOTIATE] : [])];
    const git = run({ ...remoteEnvironment(remote, config), ...thrifty(gitDir) });
    return await pushRefs({ ...how, git, url, updates, look: async (refs) => await listed(server(), refs), clock });
  };

  const written = async (fields: StoredCommitFields): Promise<string> => {
    const commit = await writeStoredCommit(objects, fields, identity);
    if (fields.parent !== undefined) {
      here.add(commit);
      linked.set(commit, fields);
    }
    return commit;
  };
  const unlink = async (update: RefUpdate): Promise<RefUpdate> => {
    const made = linked.get(update.commit ?? "");
    if (made === undefined) return update;
    return { ...update, commit: await written({ ...made, parent: undefined }) };
  };

  return {
    /** The commit of the server's HEAD when it was listed last. */
    head: (): string | undefined => head,
    /** The references of the server that begin with `prefix`, sorted. Throws `git.failed`. */
    list: async (prefix: string): Promise<readonly RemoteRef[]> => {
      storedRef(`${prefix}x`);
      const refs = await listed(retryingGit(server(), clock), [`${prefix}*`]);
      return refs.filter(({ ref }) => ref.startsWith(prefix)).toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
    },
    /** Makes a commit of files and trees, whose parent must be on the disk, and returns its id. Throws `git.failed`. */
    write: async ({ files, trees, parent, message, atSeconds }: StoredCommitRequest): Promise<string> => {
      const tree = await writeStoredTree(objects, { files, trees });
      return await written({ tree, parent: isLinking ? parent : undefined, message, atSeconds });
    },
    /**
     * Changes references, each only if it has the expected commit. `moved`: `ref` is the first with another commit. `refused`:
     * the server refused, or did not answer for a while; with `isOptional` it is asked once. With `isAtomic: false` other references
     * may have been changed nevertheless. Throws only for names outside `refs/kimi/`.
     *
     * After a lost answer the server is asked for the references: other commits than the requested ones count as a refusal. A commit
     * must therefore name its process, or two processes that push equal commits would both succeed.
     *
     * A server may refuse a commit because of its parent's workflow files, or because the parent is missing. It then gets this commit
     * and later ones without their parents. Workflow files of the workspace are not at the top of the tree, where they need a special
     * right.
     */
    update: async (updates: readonly RefUpdate[], how: UpdateOptions): Promise<UpdateResult> => {
      if (updates.length === 0) return { kind: "updated", refs: [] };
      let asked = updates;
      let result = await push(asked, how);
      if (result.kind === "refused" && PARENT_RULES.test(result.said) && updates.some(isLinked)) {
        const { done } = result;
        isLinking = false;
        asked = await Promise.all(
          updates.map(async (update) => (done.has(update.ref) ? update : await unlink(update))),
        );
        result = await push(
          asked.filter(({ ref }) => !done.has(ref)),
          how,
        );
      }
      if (result.kind === "refused") return { kind: "refused", said: result.said };
      if (result.kind === "moved") return { kind: "moved", ref: result.ref };
      return { kind: "updated", refs: asked.flatMap(({ ref, commit }) => (commit === null ? [] : [{ ref, commit }])) };
    },
    /**
     * Fetches the commit of a reference, or a commit by its id, with its workspace but without its parent, and reads its files.
     * Undefined when the server has no such reference. Throws `git.failed`, or `session.corrupt` for a commit of another program.
     */
    read: async (refOrCommit: string): Promise<StoredCommit | undefined> => {
      const isRef = refOrCommit.startsWith("refs/");
      const name = isRef ? storedRef(refOrCommit) : objectId(refOrCommit);
      return await inTurn(async () => {
        if (!(await fetched(retryingGit(server(), clock), { url, spec: isRef ? `+${name}:${name}` : name })))
          return undefined;
        const stored = await readStored(local, name, limits);
        here.add(stored.commit);
        return stored;
      });
    },
  };
}

/** git sends the whole journal again unless history is cut off, as in a CI checkout: for this one process it is, at HEAD. */
function thrifty(gitDir: string): Record<string, string> {
  if (existsSync(join(gitDir, "shallow"))) return {};
  const cut = join(gitDir, "cut-at-head");
  if (!existsSync(cut)) copyFileSync(join(gitDir, "HEAD"), cut);
  return { GIT_SHALLOW_FILE: cut };
}

/** Fetches one commit with its files, except those of HEAD, which are on the disk. False when the server has no such reference. */
async function fetched(git: Git, { url, spec }: { readonly url: string; readonly spec: string }): Promise<boolean> {
  try {
    await git({ args: [...fetchOf(1), "--negotiation-tip=HEAD", "--", url, spec] });
    return true;
  } catch (error) {
    if (error instanceof RunnerError && error.message.includes("couldn't find remote ref")) return false;
    throw error;
  }
}
