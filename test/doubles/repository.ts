/** A throw-away git repository for tests: real git, no configuration of the machine, the same commit ids every time. */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyCheckout } from "./copy-checkout.ts";

export interface RepositoryOptions {
  /** Path → content, committed as the first commit. Without any, the repository has no commit. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export interface TemporaryRepository {
  /** Absolute real path of the work tree. */
  readonly dir: string;
  /** Runs git in it and returns standard output, trimmed. Throws when git fails. */
  readonly git: (...args: readonly string[]) => string;
  /** Writes a file of the work tree, parents created. */
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => void;
  /** Reads a file of the work tree as UTF-8. */
  readonly read: (path: string) => string;
  /** Stages everything and commits; returns the commit's id. */
  readonly commit: (message: string) => string;
  readonly remove: () => void;
  readonly [Symbol.dispose]: () => void;
}

/** Fixed identity and dates, nothing of the developer's own configuration. */
const GIT_ENV = {
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: "/dev/null/none",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  // With thousands of files git would pack its objects in the background, while they are copied. A process after each commit would ask.
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "gc.auto",
  GIT_CONFIG_VALUE_0: "0",
  GIT_CONFIG_KEY_1: "maintenance.auto",
  GIT_CONFIG_VALUE_1: "false",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

/** Runs git in any folder with the tests' fixed environment. */
export function gitIn(dir: string, args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: dir,
    env: GIT_ENV,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();
}

/** Repositories that were made before in this process, by their files: a copy takes no process. */
const made = new Map<string, string>();
process.once("exit", () => {
  for (const dir of made.values()) rmSync(dir, { recursive: true, force: true });
});

const temporary = (): string => realpathSync(mkdtempSync(join(tmpdir(), "kimi-repository-")));

function commitAll(dir: string, message: string): void {
  gitIn(dir, ["add", "-A"]);
  gitIn(dir, ["commit", "-q", "--allow-empty", "-m", message]);
}

function writeIn(dir: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

/** The repository with these files that others are copied from. */
function madeWith(files: Required<RepositoryOptions>["files"]): string {
  const entries = Object.entries(files);
  const key = JSON.stringify(entries.map(([path, content]) => [path, Buffer.from(content).toString("hex")]));
  const known = made.get(key);
  if (known !== undefined) return known;
  const dir = temporary();
  made.set(key, dir);
  if (entries.length === 0) gitIn(dir, ["init", "-q", "--template=", "-b", "main"]);
  else {
    copyCheckout(madeWith({}), dir);
    for (const [path, content] of entries) writeIn(dir, path, content);
    commitAll(dir, "first");
  }
  return dir;
}

/** Makes a repository on branch `main` under the system's temporary folder. `using repository = createRepository(…)` removes it. */
export function createRepository({ files = {} }: RepositoryOptions = {}): TemporaryRepository {
  const dir = temporary();
  copyCheckout(madeWith(files), dir);
  const git = (...args: readonly string[]): string => gitIn(dir, args);
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  return {
    dir,
    git,
    write: (path, content, mode) => {
      writeIn(dir, path, content);
      if (mode !== undefined) chmodSync(join(dir, path), mode);
    },
    read: (path) => readFileSync(join(dir, path), "utf8"),
    commit: (message) => {
      commitAll(dir, message);
      return git("rev-parse", "HEAD");
    },
    remove,
    [Symbol.dispose]: remove,
  };
}
