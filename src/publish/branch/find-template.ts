/** The repository's template for pull requests, in every place where GitHub looks for one inside the repository. */

import type { PublishGit } from "../../workspace/push.ts";

/** In the order in which GitHub takes them. */
const FOLDERS = [".github/", "./", "docs/"] as const;
const MANY = ["", ".github/", "docs/"].map((folder) => `${folder}PULL_REQUEST_TEMPLATE/`);
const NAME = /^pull_request_template(?:\.(?:md|markdown|txt))?$/i;
/** A longer one is no form that a person fills in. */
const MAX_CHARS = 20_000;

/**
 * The text of the template at this commit. Of a folder of several templates GitHub takes none by itself; its only one, or the one
 * with the usual name, is meant all the same. Undefined where there is none.
 */
export async function findTemplate(
  git: Pick<PublishGit, "filesIn" | "blobs">,
  commit: string,
): Promise<string | undefined> {
  const files = await git.filesIn(commit, [...FOLDERS, ...MANY]);
  const oid = usual(files) ?? onlyOne(files);
  if (oid === undefined) return undefined;
  const text = (await git.blobs([oid])).get(oid)?.toString("utf8").replaceAll("\r\n", "\n").trim();
  return text === undefined || text === "" || text.length > MAX_CHARS || text.includes("\0") ? undefined : text;
}

function usual(files: ReadonlyMap<string, string>): string | undefined {
  const inFolder = (folder: string): string | undefined =>
    [...files].find(([path]) => folderOf(path) === folder && NAME.test(nameOf(path)))?.[1];
  return inFolder(".github/") ?? inFolder("") ?? inFolder("docs/");
}

function onlyOne(files: ReadonlyMap<string, string>): string | undefined {
  const inMany = [...files].filter(([path]) => MANY.includes(folderOf(path)) && /\.(?:md|markdown|txt)$/i.test(path));
  const named = inMany.find(([path]) => /^(?:pull_request_template|default)\.\w+$/i.test(nameOf(path)));
  return named?.[1] ?? (inMany.length === 1 ? inMany[0]?.[1] : undefined);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
