/**
 * Which changed files a review leaves out: generated, vendored, lock and binary files, by the attributes of the base and the policy's
 * `review.ignore`. Attributes of the head decide nothing, so that a pull request cannot hide its own files.
 */

import { posix } from "node:path";
import { LOCK_FILES } from "../base/lock-files.ts";
import type { ReadObjects } from "../workspace/git/open-reader.ts";
import { attributeFiles, attributesBy } from "../workspace/git/tree-attributes.ts";
import type { ReviewDiff } from "./diff.ts";

export type LeftOutWhy = "binary" | "generated" | "vendored" | "lock file" | "review.ignore";

const LOCKS = new Set(LOCK_FILES);
const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods)\//;
const GENERATED = /(?:\.min\.(?:js|css)|\.(?:js|css)\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart)$/;
const ATTRIBUTES = ["linguist-generated", "linguist-vendored", "binary"] as const;
const SAYS = /^(?:set|true)$/;
const DENIES = /^(?:unset|false)$/;

export interface LeftOutOptions {
  /** The controller's git directory, in which no attribute of the head counts. */
  readonly gitDir: string;
  /** PATH to find git on. */
  readonly path: string;
  readonly read: ReadObjects;
  readonly isIgnored: (path: string) => boolean;
}

/** The files of a difference that are left out, with the reason. */
export async function leftOutOf(
  { files, base }: Pick<ReviewDiff, "files" | "base">,
  { isIgnored, read, ...place }: LeftOutOptions,
): Promise<ReadonlyMap<string, LeftOutWhy>> {
  const paths = [...files.values()].map(({ path, oldPath = path }) => oldPath);
  const { entries } = (await attributeFiles(read, [base], paths))[0] ?? { entries: [] };
  const said = entries.length === 0 ? [] : await attributesBy({ ...place, entries, paths, names: ATTRIBUTES });
  const attributes = Map.groupBy(said, ({ path }) => path);
  const found = new Map<string, LeftOutWhy>();
  for (const { path, oldPath = path, isBinary } of files.values()) {
    const own = new Map(attributes.get(oldPath)?.map(({ name, value }) => [name, value]));
    const why = isIgnored(path) ? "review.ignore" : reasonFor(path, isBinary, own);
    if (why !== undefined) found.set(path, why);
  }
  return found;
}

export function isLockFile(path: string): boolean {
  return LOCKS.has(posix.basename(path));
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
