/** The MCP server of `mcp-server.ts` behind real HTTP, in both of the protocol's ways: one address for everything, and the older one with two. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpDouble } from "./mcp-server.ts";

export interface McpHttpOptions {
  /** Refuses whoever does not send it. */
  readonly token?: string;
  /** Fails at a question of a newer protocol, and has a null for each error that there is not. It answers calls with a stream. */
  readonly isOld?: boolean;
  /** Closes the connection at a question of a newer protocol, or ends its answer without a result. */
  readonly closes?: "connection" | "answer";
  /** Answers a message of this method with 500. */
  readonly broken?: string;
  /** Carries out a call of the tool `fail`, and answers it with this status and text. */
  readonly failure?: readonly [status: number, text: string];
  /** Announces nothing, and has the answer of the tool `hang` for its list of tools. */
  readonly isUnannounced?: true;
  /** Answers a call of the tool `hang` with this stream, and ends or resets it. */
  readonly ends?: { readonly stream: string; readonly isReset?: true };
  /** Sends this result of it on its own stream a little later. */
  readonly later?: object;
  /** Answers everything with a redirect to this address. */
  readonly redirect?: string;
  /** Opens the older way's stream and sends clients here for the rest. */
  readonly endpoint?: string;
}

interface Posted {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface McpHttp {
  /** `127.0.0.1:port`, as a policy names it. */
  readonly host: string;
  readonly url: string;
  /** Of the older way. */
  readonly sseUrl: string;
  /** `POST /mcp tools/call` and so on, in order. */
  readonly seen: readonly string[];
  /** Ends the session: requests of it are refused with this status, as after a restart of the server. */
  readonly endSession: (status: 400 | 404) => void;
  /** The distinct values of a header that came. */
  readonly header: (name: string) => readonly string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Starts it on a free port. */
export async function startMcpHttp(options: McpHttpOptions = {}): Promise<McpHttp> {
  const seen: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  let stream: ServerResponse | undefined;
  let session = 1;
  let refusal: 400 | 404 = 404;
  const push = (message: object): void => void stream?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const double = createMcpDouble({ notify: (method) => push({ jsonrpc: "2.0", method }) });

  const open = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    stream = response;
  };
  const post = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = JSON.parse(await textOf(request)) as Posted;
    seen.push(`POST ${request.url} ${message.method}`);
    // A version of the protocol that this server does not know.
    const isUnknown = message.method === "server/discover";
    const isEnded = ![undefined, `session-${session}`].includes(
      request.headers["mcp-session-id"] as string | undefined,
    );
    const isMute = options.isUnannounced === true && message.method === "tools/list";
    const answer = isUnknown || isEnded || isMute ? undefined : double.answer(message);
    if (isUnknown && options.closes === "connection") response.destroy();
    else if (isUnknown && options.closes === "answer")
      response.writeHead(200, { "content-type": "text/event-stream" }).end();
    else if (isUnknown) response.writeHead(options.isOld === true ? 500 : 400).end("unknown version");
    else if (message.method === options.broken) response.writeHead(500).end("I am broken");
    else if (options.failure !== undefined && message.params?.["name"] === "fail")
      response.writeHead(options.failure[0]).end(options.failure[1]);
    else if (isEnded) response.writeHead(refusal).end("Session expired");
    else if (request.url !== "/mcp") {
      response.writeHead(202).end();
      if (answer !== undefined) push(answer);
    } else if (message.id === undefined) response.writeHead(202).end();
    else if (answer === undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      const { stream: said, isReset } = options.ends ?? {};
      if (said !== undefined) response.write(said, () => (isReset === true ? response.destroy() : response.end()));
      if (options.later !== undefined)
        setTimeout(() => push({ jsonrpc: "2.0", id: message.id, result: options.later }), 200);
    } else {
      const whole = JSON.stringify(options.isOld === true ? { error: null, ...answer } : answer);
      const text = options.isUnannounced === true ? whole.replace('"tools":{"listChanged":true}', "") : whole;
      const isStream = options.isOld === true && message.method === "tools/call";
      const type = isStream ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type, "mcp-session-id": `session-${session}` });
      response.end(isStream ? `event: message\ndata: ${text}\n\n` : text);
    }
  };
  const server = createServer((request, response) => {
    headers.push(request.headers);
    if (options.redirect !== undefined) {
      response.writeHead(307, { location: options.redirect }).end();
    } else if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`) {
      response.writeHead(401).end("who are you?");
    } else if (request.method === "POST") void post(request, response);
    else {
      seen.push(`${request.method} ${request.url}`);
      if (request.method !== "GET") response.writeHead(200).end();
      else {
        open(response);
        if (request.url === "/sse") response.write(`event: endpoint\ndata: ${options.endpoint ?? "/messages"}\n\n`);
      }
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/mcp`,
    sseUrl: `http://${host}/sse`,
    seen,
    endSession: (status) => {
      session += 1;
      refusal = status;
    },
    header: (name) => [...new Set(headers.map((one) => one[name]).filter((value) => typeof value === "string"))],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
