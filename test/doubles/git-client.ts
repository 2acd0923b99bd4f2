/** Git as a client in a test: another process, so that a server in the test's own process can answer. */

import { spawn } from "node:child_process";
import { GIT_ENV } from "./github/git.ts";

export interface GitEnd {
  readonly code: number | null;
  /** Standard output and error, trimmed. */
  readonly out: string;
  readonly err: string;
}

/** The setting by which actions/checkout hands git its token, for a server's address. */
export function tokenSetting(url: string, token: string): string {
  const credential = Buffer.from(`x-access-token:${token}`).toString("base64");
  return `http.${new URL(url).origin}/.extraheader=AUTHORIZATION: basic ${credential}`;
}

/** Runs git to its end, asking nobody for anything; never throws for its exit code. */
export function runGit(dir: string, ...args: readonly string[]): Promise<GitEnd> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  const env = { ...GIT_ENV, GIT_TERMINAL_PROMPT: "0" };
  const child = spawn("git", [...identity, ...args], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, out: out.trim(), err: err.trim() }));
  });
}
