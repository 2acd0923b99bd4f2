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
  // With thousands of files git would pack its objects in the background, while they are copied.
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "gc.auto",
  GIT_CONFIG_VALUE_0: "0",
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

/** Makes a repository on branch `main` under the system's temporary folder. `using repository = createRepository(…)` removes it. */
export function createRepository({ files = {} }: RepositoryOptions = {}): TemporaryRepository {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-repository-")));
  const git = (...args: readonly string[]): string => gitIn(dir, args);
  const write = (path: string, content: string | Uint8Array, mode?: number): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
    if (mode !== undefined) chmodSync(join(dir, path), mode);
  };
  const commit = (message: string): string => {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
    return git("rev-parse", "HEAD");
  };
  const remove = (): void => rmSync(dir, { recursive: true, force: true });

  const key = JSON.stringify(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString("hex")]),
  );
  const like = made.get(key);
  if (like === undefined) {
    git("init", "-q", "--template=", "-b", "main");
    for (const [path, content] of Object.entries(files)) write(path, content);
    if (Object.keys(files).length > 0) commit("first");
    const copy = realpathSync(mkdtempSync(join(tmpdir(), "kimi-repository-")));
    copyCheckout(dir, copy);
    made.set(key, copy);
  } else {
    copyCheckout(like, dir);
  }
  return {
    dir,
    git,
    write,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    commit,
    remove,
    [Symbol.dispose]: remove,
  };
}
