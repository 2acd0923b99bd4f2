/**
 * Clone and push over HTTP by git's own `http-backend`, with GitHub's authentication and refusals around it. The refusals
 * that depend on what is pushed are in the `pre-receive` hook, which gets the token's rights by environment.
 */

import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { GIT_ENV } from "./git.ts";
import { syncPulls } from "./pull-sync.ts";
import { withReason } from "./push-report.ts";
import { atLeast, covers, roleOf, type Repository, type State, type Token } from "./state.ts";

export interface GitReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const ADDRESS = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/;

const HOOK = `#!/bin/sh
# Refuses what GitHub refuses. DOUBLE_PROTECTED: branch names, one per line. DOUBLE_WORKFLOWS: write or none.
# DOUBLE_DECLINES: what a hook of the server's owner says before it declines everything; empty without such a hook.
# DOUBLE_REASON: the file for what the client shall read beside the refused branch.
refuse() { printf '%s' "$1" > "$DOUBLE_REASON"; exit 1; }
if [ -n "$DOUBLE_DECLINES" ]; then echo "$DOUBLE_DECLINES" >&2; exit 1; fi
while read -r old new ref; do
  branch="\${ref#refs/heads/}"
  if printf '%s\\n' "$DOUBLE_PROTECTED" | grep -Fxq -- "$branch"; then
    echo "error: GH006: Protected branch update failed for $ref." >&2
    echo "error: Changes must be made through a pull request." >&2
    refuse "protected branch hook declined"
  fi
  case "$ref" in refs/pull/*) refuse "deny updating a hidden ref" ;; esac
  [ "$DOUBLE_WORKFLOWS" = write ] && continue
  [ -z "$(printf '%s' "$new" | tr -d 0)" ] && continue
  file="$(git log --format= --name-only -m "$new" --not --all -- .github/workflows | grep . | head -n 1)"
  if [ -n "$file" ]; then
    refuse "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission"
  fi
done
`;

/** Puts the hook into a bare repository. */
export function installHook({ dir }: Pick<Repository, "dir">): void {
  const path = join(dir, "hooks", "pre-receive");
  writeFileSync(path, HOOK);
  chmodSync(path, 0o755);
}

export interface GitAddress {
  readonly owner: string;
  readonly name: string;
  readonly path: string;
}

/** Which repository and service a path means, or undefined when it is no git request. */
export function gitAddress(pathname: string): GitAddress | undefined {
  const [, owner, name, path] = ADDRESS.exec(pathname) ?? [];
  return owner === undefined || name === undefined || path === undefined ? undefined : { owner, name, path };
}

export interface GitRequest {
  readonly state: State;
  readonly address: GitAddress;
  readonly url: URL;
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

/** Serves one request of a git client. */
export async function serveGit(request: GitRequest): Promise<GitReply> {
  const { state, address, url, incoming } = request;
  const repository = state.repositories.get(`${address.owner}/${address.name}`.toLowerCase());
  const writes = address.path.endsWith("receive-pack") || url.searchParams.get("service") === "git-receive-pack";
  // As GitHub does; node keeps only the first of two.
  if (incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "authorization").length > 1)
    return refusal(400, 'Duplicate header: "Authorization"');
  const credential = passwordOf(incoming.headers.authorization);
  const token = credential === undefined ? undefined : state.tokens.get(credential);
  const anonymous = credential === undefined && (writes || repository === undefined || repository.private);
  if (anonymous || (credential !== undefined && token === undefined)) return unauthorized();
  if (repository === undefined || !mayRead(repository, token)) return refusal(404, "Repository not found.");
  if (writes && token !== undefined) {
    if (repository.archived) return refusal(403, "This repository was archived so it is read-only.");
    if (!mayPush(repository, token)) {
      return refusal(
        403,
        `Permission to ${repository.owner.login}/${repository.name}.git denied to ${token.user.login}.`,
      );
    }
  }
  const reasonFile = join(repository.dir, `reason-${state.nextId()}`);
  const reply = await backend(request, { repository, token, reasonFile });
  if (address.path !== "/git-receive-pack") return reply;
  await syncPulls(state, repository);
  return existsSync(reasonFile) ? { ...reply, body: withReason(reply.body, readFileSync(reasonFile, "utf8")) } : reply;
}

function passwordOf(authorization: string | undefined): string | undefined {
  const [, scheme, value = ""] = /^(basic|bearer) (.+)$/i.exec(authorization ?? "") ?? [];
  if (scheme === undefined || scheme.toLowerCase() === "bearer") return scheme === undefined ? undefined : value;
  const text = Buffer.from(value, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
}

function mayRead(repository: Repository, token: Token | undefined): boolean {
  if (!repository.private) return true;
  if (token === undefined || (token.scopes.contents ?? "none") === "none" || !covers(token, repository)) return false;
  return token.kind === "installation" || roleOf(repository, token.user.login) !== "none";
}

function mayPush(repository: Repository, token: Token): boolean {
  if (token.scopes.contents !== "write" || !covers(token, repository)) return false;
  return token.kind === "installation" || atLeast(roleOf(repository, token.user.login), "write");
}

function unauthorized(): GitReply {
  const reply = refusal(401, "Invalid username or token. Password authentication is not supported for Git operations.");
  return { ...reply, headers: { ...reply.headers, "www-authenticate": 'Basic realm="GitHub"' } };
}

function refusal(status: number, message: string): GitReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: Buffer.from(message) };
}

interface Backend {
  readonly repository: Repository;
  readonly token: Token | undefined;
  readonly reasonFile: string;
}

function backend(
  { address, url, incoming, body }: GitRequest,
  { repository, token, reasonFile }: Backend,
): Promise<GitReply> {
  const header = (name: string): string => String(incoming.headers[name] ?? "");
  const child = spawn("git", ["http-backend"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...GIT_ENV,
      GIT_PROJECT_ROOT: repository.dir,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: address.path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: incoming.method,
      CONTENT_TYPE: header("content-type"),
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
      REMOTE_USER: token?.user.login,
      DOUBLE_DECLINES: repository.hookDeclines,
      DOUBLE_PROTECTED: [...repository.protectedBranches].join("\n"),
      DOUBLE_REASON: reasonFile,
      DOUBLE_WORKFLOWS: token?.scopes.workflows ?? "none",
    },
  });
  const out: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => out.push(bytes));
  child.stdin.on("error", () => {}); // http-backend that answered before it read the body
  child.stdin.end(body);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", () => done(cgiReply(Buffer.concat(out))));
  });
}

function cgiReply(out: Buffer): GitReply {
  const end = out.indexOf("\r\n\r\n");
  if (end < 0) return refusal(500, "git http-backend gave no answer.");
  const headers = Object.fromEntries(
    out
      .subarray(0, end)
      .toString("latin1")
      .split("\r\n")
      .map(
        (line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()] as const,
      ),
  );
  const { status = "200", ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest, body: out.subarray(end + 4) };
}
