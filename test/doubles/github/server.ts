/**
 * A GitHub for tests on 127.0.0.1: REST, GraphQL, clone and push, on real bare repositories. It is strict: every request and
 * every answer of its own is checked against GitHub's official descriptions; what does not fit is a line in `violations`.
 */

import { mkdtempSync, realpathSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { headersReceived, pushesReceived, requireNoCanary, type Push, type Received } from "../canaries.ts";
import { servedUrl, type Rate, type Reply } from "./call.ts";
import { createFaults, type Fault } from "./faults.ts";
import { serveGraphql } from "./graphql/graphql.ts";
import { loadDescription } from "./openapi.ts";
import { buildEvent, type BuiltEvent, type EventSpec } from "./payloads.ts";
import { createSeeder, type Seeder } from "./seed/seeder.ts";
import { serveApi } from "./serve.ts";
import { gitAddress, serveGit } from "./smart-http.ts";
import { createState } from "./state.ts";
import { removeAll } from "./seed/repository.ts";
import { copyFolder } from "../copy-folder.ts";

interface RecordedCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Parsed JSON; undefined for git's requests and where there was none. */
  readonly body: unknown;
  readonly status: number;
  /** When it arrived, on this process's monotonic clock in ms. */
  readonly at: number;
}

export interface GitHubOptions {
  /** Calls that one token may make; default 1,000, GITHUB_TOKEN's allowance for an hour. */
  readonly rateLimit?: number;
  /** Default: the machine's clock. */
  readonly now?: () => Date;
}

export interface GitHub extends Seeder {
  /** Base of the REST API, which is also the web address (GITHUB_API_URL). */
  readonly url: string;
  /**
   * The same server as GITHUB_SERVER_URL: `http://github.localhost:port`. Git resolves it, node does not; the artifact
   * library takes it for GitHub, which it does not do with 127.0.0.1.
   */
  readonly serverUrl: string;
  readonly graphqlUrl: string;
  readonly cloneUrl: (owner: string, name: string) => string;
  /** Every request that got an answer, or lost it, in the order of arrival; git's too. */
  readonly requests: readonly RecordedCall[];
  /** What GitHub would have refused or never sent; a test ends with `deepEqual(violations, [])`. */
  readonly violations: readonly string[];
  readonly fault: (fault: Fault) => void;
  /** Forgets the faults that were ordered and did not happen. */
  readonly clearFaults: () => void;
  /** Name and payload of an event about what is in here, as the runner would hand it over. */
  readonly event: (spec: EventSpec) => Promise<BuiltEvent>;
  /** Throws when a secret was anywhere in what arrived, pushes unpacked, but in the header that is for it. */
  readonly check: () => void;
  /**
   * Remembers all as it is now. The returned function puts it back, as often as wanted; from now on the server lives as long as
   * the process, without keeping it from its end.
   */
  readonly keep: () => () => void;
  /** Closes the server after a `check`. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** What webhooks are rendered for. */
const NOBODY = {
  params: {},
  query: {},
  body: {},
  accept: "",
  token: undefined,
  rate: { limit: 0, used: 0, remaining: 0, reset: 0 },
};

/** Starts an empty GitHub on a free port. */
export async function startGitHub({ rateLimit = 1000, now = () => new Date() }: GitHubOptions = {}): Promise<GitHub> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "kimi-github-")));
  const state = createState(now);
  const description = loadDescription();
  const faults = createFaults();
  const requests: RecordedCall[] = [];
  const violations: string[] = [];
  const received: Received[] = [];
  const pushes: Push[] = [];
  const used = new Map<string, number>();
  const closing = new AbortController();
  let origin = "";
  let tail: Promise<unknown> = Promise.resolve();

  /** One after the other, so that of two equal creates one finds the other's work, as GitHub's database sees to it. */
  const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
    const done = tail.then(act);
    tail = done.catch(() => {});
    return done;
  };

  const rateOf = (credential: string): Rate => {
    const count = (used.get(credential) ?? 0) + 1;
    used.set(credential, count);
    const reset = Math.floor(now().getTime() / 1000) + 3600;
    return { limit: rateLimit, used: Math.min(count, rateLimit), remaining: rateLimit - count, reset };
  };

  const api = async (incoming: IncomingMessage, url: URL, bytes: Buffer, body: unknown): Promise<Reply> => {
    const method = incoming.method ?? "GET";
    const credential = /^(?:bearer|token) (.+)$/i.exec(incoming.headers.authorization ?? "")?.[1];
    const token = credential === undefined ? undefined : state.tokens.get(credential);
    const rate = rateOf(credential ?? "");
    const violation = (text: string): void => void violations.push(text);
    const common = { state, origin, url, token, rate, body, violation, accept: incoming.headers.accept ?? "" };
    if (bytes.length > 0 && body === undefined) violation(`${method} ${url.pathname}: the body is not JSON`);
    if (incoming.headers["user-agent"] === undefined) violation(`${method} ${url.pathname}: no User-Agent`);
    const badCredentials = incoming.headers.authorization !== undefined && token === undefined;
    const reply =
      url.pathname === "/graphql" && method === "POST"
        ? await serveGraphql(common)
        : await serveApi({ ...common, description, method, badCredentials });
    const left = { limit: rate.limit, used: rate.used, remaining: Math.max(rate.remaining, 0), reset: rate.reset };
    const limits = Object.entries(left).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]);
    return {
      ...reply,
      headers: {
        ...Object.fromEntries(limits),
        "x-ratelimit-resource": "core",
        "x-github-request-id": `DOUBLE:${requests.length}`,
        ...reply.headers,
      },
    };
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(incoming);
    const method = incoming.method ?? "GET";
    const path = incoming.url ?? "/";
    const url = servedUrl(path, origin);
    const address = gitAddress(url.pathname);
    const body = address === undefined ? parsed(bytes) : undefined;
    const place =
      requests.push({ method, path, headers: incoming.headers, body, status: 0, at: performance.now() }) - 1;
    const where = `${method} ${path}`;
    received.push({ where, bytes: path }, ...headersReceived(where, incoming.headers, [...state.tokens.keys()]));
    if (address?.path !== "/git-receive-pack") received.push({ where, bytes });
    else pushes.push({ where, body: bytes, isPacked: incoming.headers["content-encoding"] === "gzip" });
    const fault = faults.take(method, url.pathname);
    if (fault?.kind === "drop") return void response.destroy();
    if (fault?.kind === "delay") await delay(fault.delayMs, undefined, { signal: closing.signal });
    if (fault?.kind === "hold") await fault.until();
    const act = (): Promise<Reply> =>
      address === undefined
        ? api(incoming, url, bytes, body)
        : serveGit({ state, address, url, incoming, body: bytes });
    const writes = method !== "GET" && !url.pathname.endsWith("/git-upload-pack");
    const ordered = fault?.kind === "answer" ? { ...fault, headers: fault.headers ?? {} } : undefined;
    const reply = ordered ?? (await (writes ? inOrder(act) : act()));
    requests[place] = { ...requests[place]!, status: reply.status };
    if (fault?.kind === "lostReply") return void response.destroy();
    send(response, reply);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!closing.signal.aborted)
        violations.push(`the double failed: ${error instanceof Error ? error.stack : String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = (): void => {
    const stores = [...state.repositories.values()].map(({ dir }) => join(dir, "objects"));
    requireNoCanary([...received, ...pushesReceived(pushes, stores)]);
  };
  const close = async (): Promise<void> => {
    closing.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await state.shell.close();
    try {
      check();
    } finally {
      removeAll(root);
    }
  };
  const keep = (): (() => void) => {
    server.unref();
    const store = `${root}-kept`;
    copyFolder(root, store);
    process.once("exit", () => [root, store].forEach(removeAll));
    const putStateBack = state.keep();
    const kept = { used: new Map(used), lengths: [requests, violations, received, pushes].map(({ length }) => length) };
    return () => {
      void state.shell.close(); // so that what it started counts for this file
      removeAll(root);
      copyFolder(store, root);
      putStateBack();
      faults.clear();
      used.clear();
      for (const [credential, count] of kept.used) used.set(credential, count);
      for (const [at, list] of [requests, violations, received, pushes].entries()) list.length = kept.lengths[at] ?? 0;
    };
  };
  return {
    url: origin,
    serverUrl: origin.replace("127.0.0.1", "github.localhost"),
    graphqlUrl: `${origin}/graphql`,
    cloneUrl: (owner, name) => `${origin}/${owner}/${name}.git`,
    requests,
    violations,
    fault: faults.add,
    clearFaults: faults.clear,
    event: (spec) => buildEvent({ ...NOBODY, state, origin, url: new URL(origin) }, spec),
    ...createSeeder(state, root),
    check,
    keep,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? undefined : JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function send(
  response: ServerResponse,
  { status, headers, body, text }: Omit<Reply, "body"> & { readonly body?: unknown },
): void {
  if (Buffer.isBuffer(body)) return void response.writeHead(status, headers).end(body);
  const type = { "content-type": "application/json; charset=utf-8" };
  const content = text ?? (body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
  response.writeHead(status, { ...(content === "" ? {} : type), ...headers }).end(content);
}
