/**
 * What the user checked out: its start commit, and files as they are in it. One git process answers all of it, before the
 * agent exists. git is spawned directly: simple-git costs 6 ms to load, which can wait until the first request is out.
 */

import { spawn } from "node:child_process";
import { RunnerError } from "../protocol/error.ts";
import { parseBatch } from "./cat-file.ts";
import { findCheckout, type Checkout } from "./checkout.ts";
import { FIXED_ENV } from "./git-environment.ts";

export interface Repository extends Checkout {
  /** 40 hex digits, or 64 in a SHA-256 repository. */
  readonly headCommit: string;
  /** The tree of that commit. */
  readonly headTree: string;
}

export interface Head {
  readonly headCommit: string;
  readonly headTree: string;
  /** The commit that `files` are from. */
  readonly trustedCommit: string;
  /** Path → UTF-8 text, for those of the paths asked for that are files in the commit. */
  readonly files: ReadonlyMap<string, string>;
}

/** `cat-file` runs nothing of the repository, so that one of another owner (a container's checkout) may be read. */
const TRUST_OWNER = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };

/** Opens the repository around `dir`. Throws `workspace.not_a_repository`. */
export async function openRepository(dir: string, pathVar: string): Promise<Repository> {
  const checkout = findCheckout(dir);
  const { headCommit, headTree } = await readHead(checkout, { pathVar, paths: [] });
  return { ...checkout, headCommit, headTree };
}

export interface ReadHeadOptions {
  readonly pathVar: string;
  /** Files to read, of the trusted commit. */
  readonly paths: readonly string[];
  /** Commit whose files are believed, 40 or 64 hex digits; the checked-out one when left out. */
  readonly trusted?: string | undefined;
}

/**
 * Reads the start commit, and files of the trusted one. Throws `workspace.not_a_repository` when there is no commit,
 * `git.failed` when the trusted commit is not in the repository.
 */
export async function readHead(
  { root }: Pick<Checkout, "root">,
  { pathVar, paths, trusted = "HEAD" }: ReadHeadOptions,
): Promise<Head> {
  const asked = paths.filter((path) => !path.includes("\n")); // the protocol is lines; git would read two names
  const own = ["HEAD^{commit}", "HEAD^{tree}", `${trusted}^{commit}`];
  const names = [...own, ...asked.map((path) => `${trusted}:${path}`)];
  const [commit, tree, base, ...objects] = parseBatch(await catFile(root, pathVar, names));
  if (commit === undefined || tree === undefined) {
    throw new RunnerError({
      code: "workspace.not_a_repository",
      message: `The repository in ${root} has no commit.`,
      hint: "Make a first commit.",
    });
  }
  if (base === undefined) throw failed(`The trusted commit is not in the repository: ${trusted}.`, "Fetch it first.");
  const files = asked.flatMap((path, index) => {
    const object = objects[index];
    return object?.type === "blob" ? [[path, object.content.toString("utf8")] as const] : [];
  });
  return { headCommit: commit.id, headTree: tree.id, trustedCommit: base.id, files: new Map(files) };
}

function catFile(cwd: string, pathVar: string, names: readonly string[]): Promise<Buffer> {
  const env = { PATH: pathVar, ...FIXED_ENV, ...TRUST_OWNER };
  const git = spawn("git", ["cat-file", "--batch"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    git.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    git.stdin.on("error", () => {}); // a git that ended early says why on its own
    git.on("error", (cause) => reject(failed("git was not found.", "Install git, or add its folder to PATH.", cause)));
    git.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(failed(`git cat-file failed: ${Buffer.concat(said).toString("utf8").trim()}`));
    });
    git.stdin.end(`${names.join("\n")}\n`);
  });
}

function failed(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "git.failed", message, hint, cause });
}
