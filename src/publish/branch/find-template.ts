/**
 * Finds the template for pull requests in every place where GitHub looks for one: in the repository itself, then in the public
 * repository `.github` of its owner.
 */

import { posix } from "node:path";
import { member } from "../../base/member.ts";
import type { PublishGit } from "../../workspace/push.ts";
import { inRepo, textField, type GitHubApi, type Repo } from "../result/ports.ts";

/** Folders in the order in which GitHub searches them. */
const FOLDERS = [".github", ".", "docs"] as const;
const MANY = FOLDERS.map((folder) => posix.join(folder, "PULL_REQUEST_TEMPLATE"));
const SEARCHED = [...FOLDERS, ...MANY].map((folder) => `${folder}/`);
const NAME = /^pull_request_template(?:\.(?:md|markdown|txt))?$/i;
/** A longer text is not a form that a person fills in. */
const MAX_CHARS = 20_000;

interface TemplateSource {
  /** Path → object id, of the plain files. */
  readonly files: () => Promise<ReadonlyMap<string, string>>;
  readonly content: (oid: string) => Promise<Buffer | undefined>;
}

interface TemplatePlaces {
  readonly git: Pick<PublishGit, "filesIn" | "blobs">;
  readonly commit: string;
  readonly client: GitHubApi;
  readonly repo: Repo;
}

/**
 * The text of the template at this commit, else of the owner's. GitHub uses none of a folder with several templates by itself; here
 * the only one, or the one with the usual name, is used. Undefined if there is none or it cannot be read.
 */
export async function findTemplate({ git, commit, client, repo }: TemplatePlaces): Promise<string | undefined> {
  const own = await templateIn({
    files: async () => await git.filesIn(commit, SEARCHED),
    content: async (oid) => (await git.blobs([oid])).get(oid),
  });
  return own ?? (await templateIn(ofOwner(client, { ...repo, name: ".github" })));
}

/** A repository that cannot be read counts as one without a template, so that the pull request is opened nevertheless. */
async function templateIn({ files, content }: TemplateSource): Promise<string | undefined> {
  try {
    const all = await files();
    const oid = usual(all) ?? onlyOne(all);
    const text = oid === undefined ? "" : (await content(oid))?.toString("utf8").replaceAll("\r\n", "\n").trim();
    return text === undefined || text === "" || text.length > MAX_CHARS || text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Files of the owner's repository, unless it is private: its text must not get into a public pull request, and GitHub ignores it too. */
function ofOwner(client: GitHubApi, repo: Repo): TemplateSource {
  const get = async (route: string, more: object = {}): Promise<unknown> =>
    (await client.request(`GET /repos/{owner}/{repo}${route}`, { ...inRepo(repo), ...more })).data;
  return {
    files: async () => {
      const there = await get("");
      if (member(there, "private") !== false) return new Map();
      const branch = textField(there, "default_branch");
      const tree = member(await get("/git/trees/{tree_sha}", { tree_sha: branch, recursive: "1" }), "tree");
      const plain = (Array.isArray(tree) ? tree : []).filter((entry) => textField(entry, "mode").startsWith("100"));
      return new Map(plain.map((entry) => [textField(entry, "path"), textField(entry, "sha")] as const));
    },
    content: async (oid) =>
      Buffer.from(textField(await get("/git/blobs/{file_sha}", { file_sha: oid }), "content"), "base64"),
  };
}

function usual(files: ReadonlyMap<string, string>): string | undefined {
  const inFolder = (folder: string): string | undefined =>
    [...files].find(([path]) => posix.dirname(path) === folder && NAME.test(posix.basename(path)))?.[1];
  return FOLDERS.map(inFolder).find((oid) => oid !== undefined);
}

function onlyOne(files: ReadonlyMap<string, string>): string | undefined {
  const inMany = [...files].filter(
    ([path]) => MANY.includes(posix.dirname(path)) && /\.(?:md|markdown|txt)$/i.test(path),
  );
  const named = inMany.find(([path]) => /^(?:pull_request_template|default)\.\w+$/i.test(posix.basename(path)));
  return named?.[1] ?? (inMany.length === 1 ? inMany[0]?.[1] : undefined);
}
