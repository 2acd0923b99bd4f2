/** Git plumbing on bare repositories, without any configuration of the machine. It knows nothing of GitHub. */

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { initRepository } from "../init-repository.ts";
import { changeTree, historyOf, ID, moveRef, readObject, readRef, treeOfCommit, writeObject } from "./loose.ts";

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Who and when, for commits made here. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601. */
  readonly date: string;
}

/** The environment of every git the double starts. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: "/dev/null/none",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** Runs git and returns its standard output as bytes. Rejects with its standard error when it fails. */
export function gitBytes(dir: string, args: readonly string[], { input, env }: GitOptions = {}): Promise<Buffer> {
  const child = spawn("git", args, { cwd: dir, env: { ...GIT_ENV, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => out.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => err.push(bytes));
  child.stdin.on("error", () => {}); // git that failed before it read its input
  child.stdin.end(input ?? "");
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(Buffer.concat(out));
      else fail(new Error(`git ${args.join(" ")}: ${Buffer.concat(err).toString("utf8").trim()}`));
    });
  });
}

/** Runs git and returns its standard output as text, without the last line end. */
export async function git(dir: string, args: readonly string[], options?: GitOptions): Promise<string> {
  return (await gitBytes(dir, args, options)).toString("utf8").trimEnd();
}

/** Like `git`, undefined when it fails. */
export async function tryGit(dir: string, args: readonly string[], options?: GitOptions): Promise<string | undefined> {
  return git(dir, args, options).catch(() => undefined);
}

/** Makes a bare repository that serves clones and takes pushes over HTTP, as GitHub's do. */
export function initBare(dir: string, branch: string): void {
  mkdirSync(join(dir, "hooks"), { recursive: true });
  initRepository(dir, {
    branch,
    settings: [
      ["core", ["bare = true"]],
      ["receive", ["autogc = false"]],
      ["uploadpack", ["allowFilter = true", "allowAnySHA1InWant = true"]],
    ],
  });
}

/** The commit behind an id, a ref or a branch's name, or undefined. */
export async function commitOf(dir: string, revision: string): Promise<string | undefined> {
  const isRef = revision.startsWith("refs/");
  const found = readRef(dir, isRef ? revision : `refs/heads/${revision}`);
  if (found.kind === "absent" && isRef) return undefined;
  const id = found.kind === "id" ? found.id : revision;
  const type = readObject(dir, id)?.type;
  if (type === "commit") return id;
  if (type === "blob" || type === "tree") return undefined;
  return tryGit(dir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
}

/** What kind of object an id means; undefined where there is none. */
export async function typeOf(dir: string, id: string): Promise<string | undefined> {
  return readObject(dir, id)?.type ?? tryGit(dir, ["cat-file", "-t", id]);
}

/** Whether a commit is another, or came before it. */
export async function isAncestor(dir: string, first: string, last: string): Promise<boolean> {
  const history = historyOf(dir, last);
  if (history !== undefined) return history.has(first);
  return (await tryGit(dir, ["merge-base", "--is-ancestor", first, last])) !== undefined;
}

/** Where two commits parted. */
export async function mergeBase(dir: string, one: string, other: string): Promise<string> {
  const [first, second] = [historyOf(dir, one), historyOf(dir, other)];
  if (first !== undefined && second !== undefined) {
    const common = first.intersection(second);
    const before = [...common].flatMap((id) => [...(historyOf(dir, id) ?? [])].filter((earlier) => earlier !== id));
    const [last, ...more] = common.difference(new Set(before));
    if (last !== undefined && more.length === 0) return last;
  }
  return git(dir, ["merge-base", one, other]);
}

/** How many commits `to` has that `from` has not. */
export async function countCommits(dir: string, from: string, to: string): Promise<number> {
  const [before, after] = [historyOf(dir, from), historyOf(dir, to)];
  if (before !== undefined && after !== undefined) return after.difference(before).size;
  return Number(await git(dir, ["rev-list", "--count", `${from}..${to}`]));
}

/** Moves a ref, from a commit where one is given, or removes it. Rejects when git refuses it. */
export async function updateRef(dir: string, ref: string, to: string | undefined, from?: string): Promise<void> {
  if (moveRef(dir, ref, to, from) !== undefined) return;
  const args = to === undefined ? ["-d", ref] : [ref, to];
  await git(dir, ["update-ref", ...args, ...(from === undefined ? [] : [from])]);
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/** Names and dates that stand in a commit as they are given. */
const PLAIN_NAME = /^[\w[\]-]+(?: [\w[\]-]+)*$/;
const PLAIN_EMAIL = /^[\w@.+[\]-]*\w$/;

/** Writes a commit; returns its id. */
export async function commitTree(
  dir: string,
  { tree, parents, message, author, committer }: NewCommit,
): Promise<string> {
  const isPlain = ({ name, email, date }: Signature): boolean =>
    PLAIN_NAME.test(name) && PLAIN_EMAIL.test(email) && date.endsWith("Z") && !Number.isNaN(Date.parse(date));
  const isOwn = [tree, ...parents].every((id) => ID.test(id)) && new Set(parents).size === parents.length;
  if (isOwn && isPlain(author) && isPlain(committer) && !message.includes("\0")) {
    const by = ({ name, email, date }: Signature): string =>
      `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
    const head = [`tree ${tree}`, ...parents.map((id) => `parent ${id}`), `author ${by(author)}`];
    return writeObject(dir, "commit", `${head.join("\n")}\ncommitter ${by(committer)}\n\n${message}`);
  }
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  return git(dir, args, { env: signatureEnv(author, committer), input: message });
}

export interface FastCommit {
  readonly branch: string;
  /** Path → content; null removes the file. */
  readonly files: Readonly<Record<string, string | Uint8Array | null>>;
  readonly message: string;
  readonly signature: Signature;
  /** Start of a new branch. */
  readonly from?: string | undefined;
}

/** More files than that go into a pack, by git. */
const MAX_LOOSE_FILES = 100;

/** The tree that a commit of these files has; undefined where only git can make it. */
function treeWith(dir: string, files: FastCommit["files"], parent: string | undefined): string | undefined {
  const paths = Object.keys(files);
  const isPlain = paths.every((path) => !path.split("/").some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part)));
  const base = parent === undefined ? undefined : treeOfCommit(dir, parent);
  if (!isPlain || paths.length > MAX_LOOSE_FILES || (parent !== undefined && base === undefined)) return undefined;
  const entries = Object.entries(files).map(([path, content]) => {
    const mode = path.endsWith(".sh") ? "100755" : "100644";
    return [path, content === null ? null : { mode, id: writeObject(dir, "blob", content) }] as const;
  });
  return changeTree(dir, base, new Map(entries));
}

/** Commits onto a branch in one process at most, however many files; returns the commit's id. */
export async function fastCommit(
  dir: string,
  { branch, files, message, signature, from }: FastCommit,
): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const parent = (await commitOf(dir, ref)) ?? (from === undefined ? undefined : await commitOf(dir, from));
  const tree = treeWith(dir, files, parent);
  if (tree !== undefined) {
    const parents = parent === undefined ? [] : [parent];
    const sha = await commitTree(dir, { tree, parents, message, author: signature, committer: signature });
    await updateRef(dir, ref, sha);
    return sha;
  }
  const seconds = Math.floor(Date.parse(signature.date) / 1000);
  const parts: (string | Uint8Array)[] = [
    `commit ${ref}\ncommitter ${signature.name} <${signature.email}> ${seconds} +0000\n`,
    `data ${Buffer.byteLength(message)}\n${message}\n`,
    parent === undefined ? "" : `from ${parent}\n`,
  ];
  for (const [path, content] of Object.entries(files)) {
    if (content === null) {
      parts.push(`D ${quotedPath(path)}\n`);
      continue;
    }
    const mode = path.endsWith(".sh") ? "100755" : "100644";
    parts.push(`M ${mode} inline ${quotedPath(path)}\ndata ${Buffer.byteLength(content)}\n`, content, "\n");
  }
  await git(dir, ["fast-import", "--quiet", "--force"], {
    input: Buffer.concat(parts.map((part) => Buffer.from(part))),
  });
  const made = await commitOf(dir, ref);
  if (made === undefined) throw new Error(`fast-import made no ${ref}`);
  return made;
}

/** As fast-import wants names that could be mistaken. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}

/** Environment that makes git sign its commits with these names. */
function signatureEnv(author: Signature, committer: Signature): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: committer.date,
  };
}
