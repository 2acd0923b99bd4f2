/**
 * Which changed files a review leaves out: generated, vendored, lock and binary files, by the attributes of the base and the policy's
 * `review.ignore`. Attributes of the head decide nothing, so that a pull request cannot hide its own files.
 */

import { join } from "node:path";
import { createGit, type GitOptions } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";
import type { ReviewDiff } from "./diff.ts";

export type LeftOutWhy = "binary" | "generated" | "vendored" | "lock file" | "review.ignore";

const LOCKS = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "Cargo.lock",
  "Gemfile.lock",
  "Podfile.lock",
  "composer.lock",
  "poetry.lock",
  "pdm.lock",
  "uv.lock",
  "Pipfile.lock",
  "go.sum",
  "go.work.sum",
  "mix.lock",
  "pubspec.lock",
  "flake.lock",
  "packages.lock.json",
  "gradle.lockfile",
]);
const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods)\//;
const GENERATED = /(?:\.min\.(?:js|css)|\.(?:js|css)\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart)$/;
const ATTRIBUTES = ["linguist-generated", "linguist-vendored", "binary"] as const;
const SAYS = /^(?:set|true)$/;
const DENIES = /^(?:unset|false)$/;

interface LeftOutOptions {
  readonly git: Pick<GitOptions, "cwd" | "path"> & { readonly gitDir: string };
  readonly isIgnored: (path: string) => boolean;
}

/** The files of a difference that are left out, with the reason. */
export async function leftOutOf(
  { files, base }: Pick<ReviewDiff, "files" | "base">,
  { git, isIgnored }: LeftOutOptions,
): Promise<ReadonlyMap<string, LeftOutWhy>> {
  const attributes = await attributesAt(
    base,
    [...files.values()].map(({ path, oldPath = path }) => oldPath),
    git,
  );
  const found = new Map<string, LeftOutWhy>();
  for (const { path, oldPath = path, isBinary } of files.values()) {
    const why = isIgnored(path) ? "review.ignore" : reasonFor(path, isBinary, attributes.get(oldPath) ?? new Map());
    if (why !== undefined) found.set(path, why);
  }
  return found;
}

export function isLockFile(path: string): boolean {
  return LOCKS.has(path.slice(path.lastIndexOf("/") + 1));
}

/** What the base says counts before what a name suggests. */
function reasonFor(path: string, isBinary: boolean, said: ReadonlyMap<string, string>): LeftOutWhy | undefined {
  const [generated = "", vendored = "", binary = ""] = ATTRIBUTES.map((name) => said.get(name));
  if (isBinary || SAYS.test(binary)) return "binary";
  if (SAYS.test(generated)) return "generated";
  if (SAYS.test(vendored)) return "vendored";
  if (isLockFile(path) && !DENIES.test(generated)) return "lock file";
  if (GENERATED.test(path) && !DENIES.test(generated)) return "generated";
  return VENDORED.test(path) && !DENIES.test(vendored) ? "vendored" : undefined;
}

/** Attributes in the `.gitattributes` files of a commit, by path. git reads them from an index that holds this commit. */
async function attributesAt(
  commit: string,
  paths: readonly string[],
  { gitDir, cwd, path }: LeftOutOptions["git"],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  if (paths.length === 0) return found;
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: cwd, GIT_INDEX_FILE: join(gitDir, "review-index") };
  const git = createGit({ cwd, path, env });
  const listed = (await git({ args: ["ls-tree", "-r", "-z", objectId(commit)] })).toString("latin1").split("\0");
  const own = listed.filter((entry) => /(?:\t|\/)\.gitattributes$/.test(entry));
  if (own.length === 0) return found;
  // `--verbose` and a name give output: simple-git waits 50 ms for a command without one.
  await git({ args: ["read-tree", "--empty", "-v"] });
  await git({
    args: ["update-index", "-z", "--verbose", "--index-info"],
    input: Buffer.from(own.map((entry) => `${entry}\0`).join(""), "latin1"),
  });
  const args = ["check-attr", "--cached", "-z", "--stdin", ...ATTRIBUTES];
  const fields = (await git({ args, input: paths.map((one) => `${one}\0`).join("") })).toString("utf8").split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [file = "", name = "", value = ""] = fields.slice(at, at + 3);
    if (!found.has(file)) found.set(file, new Map());
    found.get(file)?.set(name, value);
  }
  return found;
}
