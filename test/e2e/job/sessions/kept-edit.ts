/** Changes a stored session with git's own tools, as any account with the right to push can. */

import { execFileSync } from "node:child_process";
import { canonicalJson } from "../../../../src/base/canonical-json.ts";
import type { JournalRecord } from "../../../../src/protocol/wire.ts";
import { seal } from "../../../../src/session/journal.ts";
import { createSeal } from "../../../../src/job/sessions/session-seal.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { CANARY } from "../../harness.ts";
import { REPOSITORY, type JobScene } from "../job-scene.ts";

/** What stands at a path: content, with a mode where it is no plain file; or the object of another ref's tree; null removes it. */
export type Edit = Buffer | string | { readonly mode: string; readonly object: string } | null;

const WHO = { GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@example.invalid" };
const ENV = { ...WHO, GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x@example.invalid" };

const refOf = (id: string): string => `refs/kimi/sessions/${id}`;

/** Content of a file of a kept session. */
export async function readKept({ github }: JobScene, id: string, path: string): Promise<string> {
  return `${await github.git(REPOSITORY, "cat-file", "blob", `${refOf(id)}:${path}`)}\n`;
}

/** Writes the session's commit anew with these changes, under its own name or another; `secret` seals it. */
export async function editKept(
  { github }: JobScene,
  id: string,
  edits: Readonly<Record<string, Edit>>,
  { as = id, secret = CANARY }: { readonly as?: string; readonly secret?: string | null } = {},
): Promise<void> {
  using scratch = createScratch();
  const gitDir = await github.git(REPOSITORY, "rev-parse", "--absolute-git-dir");
  const env = { ...process.env, ...ENV, GIT_DIR: gitDir, GIT_INDEX_FILE: `${scratch.dir}/index` };
  const git = (args: readonly string[], input: Buffer | string = ""): string =>
    execFileSync("git", args, { env, input, encoding: "utf8", maxBuffer: 1e9 }).trim();
  git(["read-tree", refOf(id)]);
  for (const [path, edit] of Object.entries(edits)) {
    git(["rm", "-r", "-q", "--cached", "--ignore-unmatch", "--", path]);
    if (edit === null) continue;
    const isContent = typeof edit === "string" || Buffer.isBuffer(edit);
    const object = isContent ? git(["hash-object", "-w", "--stdin"], edit) : edit.object;
    git(["update-index", "--add", "--cacheinfo", `${isContent ? "100644" : edit.mode},${object},${path}`]);
  }
  if (secret !== null && !("seal" in edits)) {
    const blobs = git(["ls-files", "-s"])
      .split("\n")
      .flatMap((line) => {
        const [, mode, object = "", path = ""] = /^(\d+) (\w+) 0\t(.*)$/.exec(line) ?? [];
        return mode === "100644" && !/^(?:workspace\/|seal$)/.test(path) ? [[path, object] as const] : [];
      });
    const files = new Map(
      blobs.map(([path, object]) => [path, execFileSync("git", ["cat-file", "blob", object], { env })]),
    );
    const hasTree = git(["ls-files", "workspace/"]) !== "";
    const tree = hasTree ? git(["write-tree", "--prefix=workspace/"]) : undefined;
    const object = git(["hash-object", "-w", "--stdin"], createSeal(secret).write({ files, tree }));
    git(["update-index", "--add", "--cacheinfo", `100644,${object},seal`]);
  }
  const parents = git(["rev-list", "--parents", "-1", refOf(id)])
    .split(" ")
    .slice(1);
  const commit = git(["commit-tree", git(["write-tree"]), ...parents.flatMap((parent) => ["-p", parent])], "edited\n");
  git(["update-ref", refOf(as), commit]);
}

/** A journal as somebody who knows the format would write it: every record changed by `edit`, and chained again. */
export function rechained(journal: string, edit: (record: JournalRecord) => JournalRecord): string {
  let prev = "0".repeat(64);
  const lines = journal
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { hash: _, ...body } = edit(JSON.parse(line) as JournalRecord);
      const sealed = seal({ ...body, prev });
      prev = sealed.record.hash;
      return sealed.line;
    });
  return lines.join("");
}

/** A journal with one more record at its end, as the program would have written it. */
export function appended(journal: string, event: JournalRecord["event"]): string {
  const { hash: prev, seq, ...last } = JSON.parse(journal.trimEnd().split("\n").at(-1) ?? "") as JournalRecord;
  return `${journal.trimEnd()}\n${seal({ ...last, seq: seq + 1, prev, event }).line}`;
}

/** A lease of a job that nobody heard of for so many minutes. */
export async function ageLease(scene: JobScene, id: string, minutes: number): Promise<void> {
  const lease = JSON.parse(await readKept(scene, id, "lease.json")) as { readonly at: string };
  const at = new Date(Date.parse(lease.at) - minutes * 60_000).toISOString();
  await editKept(scene, id, { "lease.json": `${canonicalJson({ ...lease, at })}\n` });
}
