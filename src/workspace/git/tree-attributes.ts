/**
 * Attributes of paths by the `.gitattributes` files of a tree. git reads them from an index that has these files alone, so no file of
 * a work tree decides about them.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersAbove } from "../../base/paths/byte-paths.ts";
import { isGitsOwn } from "../../base/paths/git-names.ts";
import { gitError } from "../../protocol/error.ts";
import { configEnvironment } from "./git-environment.ts";
import { createGit, type Git, type GitPlace } from "./git.ts";
import { objectId } from "./object-id.ts";
import type { ReadObjects } from "./open-reader.ts";

interface AttributeFiles {
  /** Object id and path of each. */
  readonly entries: readonly (readonly [oid: string, path: string])[];
  readonly contents: readonly Buffer[];
}

/** Those in the folders of the paths and above them, in each tree. Trees with the same ones are taken once. */
export async function attributeFiles(
  read: ReadObjects,
  trees: readonly string[],
  paths: readonly string[],
): Promise<readonly AttributeFiles[]> {
  const folders = new Set(paths.flatMap(foldersAbove));
  // git takes no such name here or in an index; a file in git's own folder is never published.
  const names = [".gitattributes", ...[...folders].map((folder) => `${folder}/.gitattributes`)].filter(
    (name) => !name.includes("\n") && !isGitsOwn(name),
  );
  const unique = [...new Set(trees)].map(objectId);
  const asked = unique.flatMap((tree) => [`${tree}^{tree}`, ...names.map((name) => `${tree}:${name}`)]);
  const objects = await read(asked);
  const sets = new Map<string, AttributeFiles>();
  for (const [at, tree] of unique.entries()) {
    const [root, ...found] = objects.slice(at * (names.length + 1), (at + 1) * (names.length + 1));
    // Without its tree, a commit would seem to have no attributes.
    if (root === undefined) throw gitError(`The tree of ${tree} is missing.`);
    const files = found.flatMap((file, index) =>
      file?.type === "blob" ? [{ ...file, name: names[index] ?? "" }] : [],
    );
    const entries = files.map(({ id, name }) => [id, name] as const);
    sets.set(entries.join("\n"), { entries, contents: files.map(({ content }) => content) });
  }
  return [...sets.values()];
}

interface AskedAttributes extends Pick<AttributeFiles, "entries">, GitPlace {
  readonly paths: readonly string[];
  readonly names: readonly string[];
  /** Variables under which git is asked, once for each set of them. */
  readonly envs?: readonly Readonly<Record<string, string>>[];
}

interface Attribute {
  readonly path: string;
  readonly name: string;
  /** `set`, `unset`, `unspecified`, or a value. */
  readonly value: string;
}

/** The attributes of these names. Throws `git.failed`. */
export async function attributesBy(asked: AskedAttributes): Promise<readonly Attribute[]> {
  const { gitDir, path, entries, paths, names, envs = [{}] } = asked;
  const scratch = mkdtempSync(join(gitDir, "attributes-"));
  const gitWith = (env: Readonly<Record<string, string>>): Git =>
    createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, ...env, GIT_INDEX_FILE: join(scratch, "index") } });
  const found: Attribute[] = [];
  try {
    if (entries.length > 0) {
      const lines = entries.map(([oid, name]) => `100644 ${oid}\t${name}\0`);
      const args = ["update-index", "-z", "--add", "--verbose", "--index-info"];
      // Part of a split index would stay in the git directory.
      await gitWith(configEnvironment([["core.splitIndex", "false"]]))({ args, input: lines.join("") });
    }
    const input = paths.map((one) => `${one}\0`).join("");
    for (const env of envs) {
      const said = await gitWith(env)({ args: ["check-attr", "-z", "--cached", "--stdin", ...names], input });
      const fields = said.toString("utf8").split("\0");
      for (let at = 0; at + 2 < fields.length; at += 3) {
        const [file = "", name = "", value = ""] = fields.slice(at, at + 3);
        found.push({ path: file, name, value });
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return found;
}
