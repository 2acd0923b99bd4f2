/** Git plumbing on bare repositories, without any configuration of the machine. It knows nothing of GitHub. */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { initRepository } from "../init-repository.ts";

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
  HOME: "/nonexistent",
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

/** The commit behind a name, or undefined. That of a branch stands in a file; anything else is git's to find. */
export async function commitOf(dir: string, revision: string): Promise<string | undefined> {
  return (
    branchOf(dir, revision) ??
    branchOf(dir, `refs/heads/${revision}`) ??
    tryGit(dir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`])
  );
}

function branchOf(dir: string, revision: string): string | undefined {
  if (!/^refs\/heads\/[\w/-]+$/.test(revision)) return undefined;
  try {
    return /^[0-9a-f]{40}$/m.exec(readFileSync(join(dir, revision), "latin1"))?.[0];
  } catch {
    return undefined;
  }
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

/** Commits onto a branch in one process, however many files; returns the commit's id. */
export async function fastCommit(
  dir: string,
  { branch, files, message, signature, from }: FastCommit,
): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const parent = (await commitOf(dir, ref)) ?? (from === undefined ? undefined : await commitOf(dir, from));
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
  return branchOf(dir, ref) ?? git(dir, ["rev-parse", ref]);
}

/** As fast-import wants names that could be mistaken. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}

/** Environment that makes git sign its commits with these names. */
export function signatureEnv(author: Signature, committer: Signature): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: committer.date,
  };
}
