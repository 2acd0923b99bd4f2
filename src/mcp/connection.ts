/** One connection to one server. Turns the client's errors into sentences. */

import {
  Client,
  type CallToolResult,
  type GetPromptResult,
  type jsonSchemaValidator,
  type Progress,
  type Prompt as ListedPrompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type RequestOptions,
  type Tool as ListedTool,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Dispatcher } from "undici";
import { oneLine } from "../base/truncate.ts";
import { VERSION } from "../base/version.ts";
import type { McpEvent } from "../protocol/mcp.ts";
import { createCellTransport, type Fate, type TalkingCell } from "./cell-transport.ts";
import type { ServerConfig } from "./config.ts";
import { createHttpTransport, endSession } from "./http-transport.ts";
import { longestMs, startQuietLimit } from "./quiet-limit.ts";

export interface McpHost {
  readonly cell: TalkingCell;
  /** The proxy for servers over HTTP. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Tells people what a server reports while it works. */
  readonly tell?: ((event: McpEvent) => void) | undefined;
}

export interface Connection {
  /** As the server described them when the connection was opened. */
  readonly tools: readonly ListedTool[];
  /** The tools as the server describes them now. */
  readonly list: (signal: AbortSignal) => Promise<readonly ListedTool[]>;
  /** Each sign of progress is told, and begins the time limit anew. */
  readonly call: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
  ) => Promise<CallToolResult>;
  readonly hasResources: boolean;
  /** Resources and templates, all pages of them. */
  readonly resources: (signal: AbortSignal) => Promise<ListedResources>;
  readonly read: (uri: string, signal: AbortSignal) => Promise<ReadResourceResult>;
  /** What the server says of itself; empty where it says nothing. */
  readonly instructions: string;
  /** Prompts, all pages of them; none of a server without. */
  readonly prompts: (signal: AbortSignal) => Promise<readonly ListedPrompt[]>;
  readonly prompt: (
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GetPromptResult>;
  readonly isOpen: () => boolean;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

export interface ListedResources {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
}

export interface ConnectionOptions {
  readonly server: ServerConfig;
  readonly host: McpHost;
  /** Called when the server says that its tools changed. */
  readonly onChange: () => void;
}

/** Time for ending a session over HTTP. */
const GOODBYE_MS = 1_000;
/** Added to the client's own timeout, so that ours comes first and names the option. */
const CLOCK_MARGIN_MS = 1_000;
const MAX_REASON_CHARS = 600;
const MAX_CAUSES = 5;

type TimeoutOption = "startupTimeoutMs" | "toolTimeoutMs";

interface Work<T> {
  /** The setting that limits it. */
  readonly option: TimeoutOption;
  readonly signal: AbortSignal;
  readonly run: (request: RequestOptions) => Promise<T>;
  /** A request that tells of its progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Why a server failed, as half a sentence: in words of the runner, and in those that may be the server's. */
export class ServerFailure extends Error {
  readonly own: string;
  readonly foreign: string;

  constructor(own: string, foreign: string, cause: unknown) {
    super(`${own} ${foreign}`.trim(), { cause });
    this.own = own;
    this.foreign = foreign;
  }
}

/** Opens a connection. It and its functions reject with the signal's reason or with a `ServerFailure`. */
export async function openConnection(options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
  const { server, host } = options;
  const { transport, isOpen, fate } = transportOf(server, host);
  const client = clientOf(options);
  const limited = async <T>({ option, signal: from, run, onProgress }: Work<T>): Promise<T> => {
    const ms = server[option];
    const limit = startQuietLimit(ms);
    const onprogress = (progress: Progress): void => {
      limit.alive();
      onProgress?.(progress);
    };
    const told = onProgress === undefined ? {} : { onprogress };
    try {
      const signal = AbortSignal.any([from, limit.signal]);
      return await run({ signal, timeout: longestMs(ms) + CLOCK_MARGIN_MS, ...told });
    } catch (error) {
      from.throwIfAborted();
      const late = limit.signal.aborted ? limit.reason(option) : "";
      const reason = late === "" ? reasonOf(error) : "";
      if (option === "toolTimeoutMs" && isOpen()) throw new ServerFailure(late, reason, error);
      const { ended, said } = await fate(); // the end of the process tells more than the client's error
      throw ended === ""
        ? new ServerFailure(late, `${reason} ${said}`.trim(), error)
        : new ServerFailure(ended, said, error);
    } finally {
      limit.end();
    }
  };
  const list = async (request: RequestOptions): Promise<readonly ListedTool[]> =>
    (await client.listTools(undefined, { ...request, cacheMode: "refresh" })).tools;
  const connectAndList = async (request: RequestOptions): Promise<readonly ListedTool[]> => {
    await client.connect(transport, request);
    return await list(request);
  };
  const close = async (): Promise<void> => {
    if (isOpen()) await within(GOODBYE_MS, endSession(transport));
    await client.close().catch(() => {});
  };
  try {
    const tools = await limited({ option: "startupTimeoutMs", signal, run: connectAndList });
    return {
      tools,
      list: (from) => limited({ option: "startupTimeoutMs", signal: from, run: list }),
      call: (name, input, { signal: from, onProgress }) => {
        const run = (request: RequestOptions) => client.callTool({ name, arguments: { ...input } }, request);
        return limited({ option: "toolTimeoutMs", signal: from, run, onProgress });
      },
      hasResources: client.getServerCapabilities()?.resources !== undefined,
      resources: (from) => {
        const run = async (request: RequestOptions): Promise<ListedResources> => {
          const fresh = { ...request, cacheMode: "refresh" } as const;
          const { resources } = await client.listResources(undefined, fresh);
          // A server without templates may not know the question.
          const { resourceTemplates } = await client
            .listResourceTemplates(undefined, fresh)
            .catch(() => ({ resourceTemplates: [] }));
          return { resources, templates: resourceTemplates };
        };
        return limited({ option: "toolTimeoutMs", signal: from, run });
      },
      read: (uri, from) => {
        const run = (request: RequestOptions) => client.readResource({ uri }, { ...request, cacheMode: "refresh" });
        return limited({ option: "toolTimeoutMs", signal: from, run });
      },
      instructions: client.getInstructions() ?? "",
      prompts: (from) => {
        if (client.getServerCapabilities()?.prompts === undefined) return Promise.resolve([]);
        const run = async (request: RequestOptions) =>
          (await client.listPrompts(undefined, { ...request, cacheMode: "refresh" })).prompts;
        return limited({ option: "toolTimeoutMs", signal: from, run });
      },
      prompt: (name, args, from) => {
        const run = (request: RequestOptions) => client.getPrompt({ name, arguments: { ...args } }, request);
        return limited({ option: "toolTimeoutMs", signal: from, run });
      },
      isOpen,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Wire {
  readonly transport: Transport;
  /** False after the server has ended. A connection over HTTP is always open; only its answers can fail. */
  readonly isOpen: () => boolean;
  readonly fate: () => Promise<Fate>;
}

function transportOf(server: ServerConfig, { cell, dispatcher }: McpHost): Wire {
  if (server.kind !== "stdio") {
    const fate = (): Promise<Fate> => Promise.resolve({ ended: "", said: "" });
    return { transport: createHttpTransport(server, { dispatcher }), isOpen: () => true, fate };
  }
  const transport = createCellTransport(cell, server);
  const { isOpen, fate } = transport;
  return { transport, isOpen, fate };
}

/** Answers are not validated by the server's schema, because the model reads them. */
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** Creates a client without capabilities: no sampling, no roots, no questions. */
function clientOf({ server, onChange }: ConnectionOptions): Client {
  const client = new Client(
    { name: "kimi-runner", version: VERSION },
    {
      capabilities: {},
      jsonSchemaValidator: NO_VALIDATION,
      // Older programs fail to start when they are asked for their version.
      versionNegotiation: { mode: server.kind === "http" ? "auto" : "legacy" },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onChange } },
    },
  );
  // Also accepted from a server that did not announce it.
  client.setNotificationHandler("notifications/tools/list_changed", onChange);
  return client;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new Promise<void>((done) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => done(), { once: true });
  });
  await Promise.race([work.catch(() => {}), late]);
}

/** The reason of an error. The client's message is "fetch failed", and the reason is in its causes. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error && messages.length < MAX_CAUSES; one = one.cause) {
    // A host with two addresses fails twice, and the error of both has no message.
    const { message } = one instanceof AggregateError && one.errors[0] instanceof Error ? one.errors[0] : one;
    if (message !== "" && !messages.some((said) => said.includes(message))) messages.push(message);
  }
  const text = oneLine(messages.join(": ") || String(error), MAX_REASON_CHARS);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
