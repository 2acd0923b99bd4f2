/**
 * Clone and push over HTTP by git's own `upload-pack` and `receive-pack`, with GitHub's authentication and refusals around
 * them. The refusals that depend on what is pushed are in the `pre-receive` hook, which gets the token's rights by environment.
 */

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { FLUSH, packet } from "./pkt-line.ts";
import { syncPulls } from "./pull-sync.ts";
import { withReason } from "./push-report.ts";
import { capabilitiesIn, listForPush, listRefs } from "./ref-lists.ts";
import type { Shell } from "./shell.ts";
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
newline="
"
IFS="$newline" # of what a command prints, a word is a line
set -f
refuse() { printf '%s' "$1" > "$DOUBLE_REASON"; exit 1; }
if [ -n "$DOUBLE_DECLINES" ]; then echo "$DOUBLE_DECLINES" >&2; exit 1; fi
while IFS=" " read -r old new ref; do
  case "$newline$DOUBLE_PROTECTED$newline" in
    *"$newline\${ref#refs/heads/}$newline"*)
      echo "error: GH006: Protected branch update failed for $ref." >&2
      echo "error: Changes must be made through a pull request." >&2
      refuse "protected branch hook declined"
      ;;
  esac
  case "$ref" in refs/pull/*) refuse "deny updating a hidden ref" ;; esac
  [ "$DOUBLE_WORKFLOWS" = write ] && continue
  case "$new" in *[!0]*) ;; *) continue ;; esac
  for file in $(git log --format= --name-only -m "$new" --not --all -- .github/workflows); do
    # GitHub takes a workflow that another branch has with the same path and content.
    blob=$(git rev-parse -q --verify "$new:$file")
    for branch in $(git for-each-ref --format='%(refname)' refs/heads); do
      [ -n "$blob" ] && [ "$(git rev-parse -q --verify "$branch:$file")" = "$blob" ] && continue 2
    done
    refuse "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission"
  done
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
  const reply = await backend(request, { repository, token, reasonFile, shell: state.shell });
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
  readonly shell: Shell;
}

/** What protocol 2 opens with: what this git can do. It names nothing of a repository, and all are configured alike. */
let capabilities: Promise<Buffer> | undefined;

/** The same of what a push is told. */
let pushCapabilities: string | undefined;

/** What needs no process of git. */
function listed({ dir }: Repository, { service, isAdvertisement, protocol, input }: Service): Buffer | undefined {
  if (service === "git-upload-pack") {
    return !isAdvertisement && protocol === "version=2" ? listRefs(dir, input) : undefined;
  }
  return isAdvertisement && pushCapabilities !== undefined ? listForPush(dir, pushCapabilities) : undefined;
}

/** What `git http-backend` does, without the two processes that it puts in front of the service. */
async function backend({ address, url, incoming, body }: GitRequest, context: Backend): Promise<GitReply> {
  const isAdvertisement = address.path === "/info/refs";
  const service = isAdvertisement ? (url.searchParams.get("service") ?? "") : address.path.slice(1);
  if (!/^git-(?:upload|receive)-pack$/.test(service)) return refusal(403, "Please upgrade your git client.");
  const protocol = String(incoming.headers["git-protocol"] ?? "");
  const headers = {
    "content-type": `application/x-${service}-${isAdvertisement ? "advertisement" : "result"}`,
    "cache-control": "no-cache, max-age=0, must-revalidate",
  };
  const input = incoming.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  const isPlain = isAdvertisement && !(service === "git-upload-pack" && protocol.includes("version=2"));
  const answer = (): Promise<Buffer> => runService(context, { service, isAdvertisement, protocol, input });
  const out =
    listed(context.repository, { service, isAdvertisement, protocol, input }) ??
    (await (isAdvertisement && !isPlain ? (capabilities ??= answer()) : answer()));
  if (isAdvertisement && service === "git-receive-pack") pushCapabilities ??= capabilitiesIn(out);
  const opening = isPlain ? Buffer.concat([packet(Buffer.from(`# service=${service}\n`)), FLUSH]) : Buffer.alloc(0);
  return { status: 200, headers, body: Buffer.concat([opening, out]) };
}

interface Service {
  readonly service: string;
  readonly isAdvertisement: boolean;
  readonly protocol: string;
  readonly input: Buffer;
}

function runService(
  { repository, token, reasonFile, shell }: Backend,
  { service, isAdvertisement, protocol, input }: Service,
): Promise<Buffer> {
  const name = token?.user.login ?? "anonymous";
  const args = [service.slice("git-".length), "--stateless-rpc", ...(isAdvertisement ? ["--advertise-refs"] : [])];
  return shell.run({
    command: ["git", ...args, repository.dir],
    env: {
      GIT_PROTOCOL: protocol,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: `${name}@http.127.0.0.1`,
      DOUBLE_DECLINES: repository.hookDeclines,
      DOUBLE_PROTECTED: [...repository.protectedBranches].join("\n"),
      DOUBLE_REASON: reasonFile,
      DOUBLE_WORKFLOWS: token?.scopes.workflows ?? "none",
    },
    input,
  });
}
