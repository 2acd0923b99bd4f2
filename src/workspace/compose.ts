/** Makes trees of parts of a change in a private index. There is no work tree, and no filter, attribute or hook runs. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInTurn } from "../base/in-turn.ts";
import type { FileVersion } from "../protocol/approval.ts";
import { RunnerError } from "../protocol/error.ts";
import { createFilters, type ObjectPlace } from "./git/filters.ts";
import { configEnvironment } from "./git/git-environment.ts";
import { createGit } from "./git/git.ts";
import { quotedHeaders } from "./git/patch-headers.ts";
import { objectId } from "./git/object-id.ts";
import { attributeFiles, attributesBy } from "./git/tree-attributes.ts";

/** A person does not read a longer diff. */
const MAX_SHOWN_BYTES = 2_000_000;
const INDEX = "compose-index";
const PATCH = ["-r", "-p", "--binary", "--full-index", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];

/** Calls may overlap: those that need the index wait for each other. */
export function createComposeGit({ gitDir, path, read }: ObjectPlace) {
  const index = join(gitDir, INDEX);
  // With a split index git would remove old shared files, which the snapshots' index in the same folder needs.
  const oneFile = configEnvironment([["core.splitIndex", "false"]]);
  const git = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, GIT_INDEX_FILE: index, ...oneFile } });
  const inTurn = createInTurn();
  const composed = async (tree: string, change: () => Promise<unknown>): Promise<string> =>
    await inTurn(async () => {
      try {
        await git({ args: ["read-tree", objectId(tree)] });
        await change();
        // A partial clone may lack the other files of a folder.
        return (await git({ args: ["write-tree", "--missing-ok"] })).toString("utf8").trim();
      } finally {
        rmSync(index, { force: true });
      }
    });
  return {
    ...createFilters({ gitDir, path, read }),
    /** Both paths of each file that git recognises as moved. */
    async moves(from: string, to: string): Promise<readonly (readonly [from: string, to: string])[]> {
      const args = ["diff-tree", "-r", "-z", "-M", "--no-rename-empty", "--diff-filter=R", "--name-status"];
      const fields = (await git({ args: [...args, objectId(from), objectId(to)] })).toString("utf8").split("\0");
      const count = Math.floor(fields.length / 3);
      return Array.from({ length: count }, (_, at) => [fields[at * 3 + 1] ?? "", fields[at * 3 + 2] ?? ""] as const);
    },
    /** The tree with these edits and nothing else. */
    treeWith: async (tree: string, edits: readonly FileVersion[]): Promise<string> => {
      if (edits.length === 0) return tree;
      return await composed(tree, async () => {
        // Deletions first, because a folder may take the place of a file.
        const ordered = edits.toSorted((a, b) => Number(a.oid !== undefined) - Number(b.oid !== undefined));
        const lines = ordered.map(
          ({ path: name, mode = "0", oid = "0".repeat(tree.length) }) => `${mode} ${oid}\t${name}\0`,
        );
        const args = ["update-index", "-z", "--add", "--replace", "--verbose", "--index-info"];
        await git({ args, input: Buffer.from(lines.join("")) });
      });
    },
    /** `ours` with the changes from `base` to `theirs`; undefined where both changed the same lines, and for binary content. */
    async mergeText(versions: Readonly<Record<"base" | "ours" | "theirs", Buffer>>): Promise<Buffer | undefined> {
      const dir = mkdtempSync(join(gitDir, "merge-"));
      try {
        const [ours = "", base = "", theirs = ""] = (["ours", "base", "theirs"] as const).map((name) => {
          writeFileSync(join(dir, name), versions[name]);
          return join(dir, name);
        });
        const merged = await git({ args: ["merge-file", "-p", "-q", ours, base, theirs] });
        // simple-git takes a process that says nothing on standard error for a success. git labels a conflict with the name of the file.
        return merged.includes(`<<<<<<< ${ours}\n`) ? undefined : merged;
      } catch (error) {
        // git says that it cannot merge a binary file.
        if (error instanceof RunnerError && error.code === "git.failed") return undefined;
        throw error;
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
    writeBlob: async (content: Buffer): Promise<string> =>
      (await git({ args: ["hash-object", "-w", "--no-filters", "--stdin"], input: content })).toString("utf8").trim(),
    /** Those of these paths whose line ends git changes to LF when it stores them, by the tree's `.gitattributes`. */
    async textFiles(tree: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
      const [files] = await attributeFiles(read, [tree], paths);
      const { entries = [] } = files ?? {};
      const found = await attributesBy({ gitDir, path, entries, paths, names: ["text", "eol"] });
      const attributes = Map.groupBy(found, ({ path: name }) => name);
      return new Set(
        paths.filter((name) => isText((attributes.get(name) ?? []).map(({ name, value }) => `${name}=${value}`))),
      );
    },
    /** The difference between two trees as text; undefined where it is too large to be shown. */
    async patch(from: string, to: string): Promise<string | undefined> {
      const small = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir }, maxOutputBytes: MAX_SHOWN_BYTES });
      const shown = small({ args: ["diff-tree", ...PATCH, objectId(from), objectId(to)] });
      return await shown.then((bytes) => quotedHeaders(bytes).toString("utf8")).catch(() => undefined);
    },
    /** The third tree with the difference between the other two; undefined where it does not apply there. */
    async onto({ from, to, tree }: Readonly<Record<"from" | "to" | "tree", string>>): Promise<string | undefined> {
      if (tree === from) return to;
      const patch = quotedHeaders(await git({ args: ["diff-tree", ...PATCH, objectId(from), objectId(to)] }));
      if (patch.length === 0) return tree;
      try {
        const apply = ["apply", "--cached", "--whitespace=nowarn", "--verbose", "-"];
        return await composed(tree, async () => await git({ args: apply, input: patch }));
      } catch (error) {
        if (
          error instanceof RunnerError &&
          /does not apply|already exists|does not exist|does not match|cannot apply/.test(error.message)
        )
          return undefined;
        throw error;
      }
    },
  };
}

/** Whether git stores a file with these attributes with LF at the end of its lines. `eol` alone makes it a text. */
function isText(attributes: readonly string[]): boolean {
  if (attributes.some((one) => /^text=(?:set|auto|input)$/.test(one))) return true;
  return attributes.includes("text=unspecified") && attributes.some((one) => /^eol=(?:lf|crlf)$/.test(one));
}
