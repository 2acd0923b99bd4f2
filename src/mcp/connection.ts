/** A connection to one server. Turns the client's errors into sentences. */

import { member } from "../base/member.ts";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type jsonSchemaValidator,
  type Progress,
  type Prompt,
  type Resource,
  type ResourceTemplateType,
  type RequestOptions,
} from "@modelcontextprotocol/client";
import type { Dispatcher } from "undici";
import { oneLine } from "../base/truncate.ts";
import { VERSION } from "../base/version.ts";
import type { McpEvent } from "../protocol/mcp.ts";
import { createCellTransport, type TalkingCell } from "./cell-transport.ts";
import type { ServerConfig } from "./config.ts";
import { AnswerEnded, createHttpTransport, endSession, isSessionLost } from "./http-transport.ts";
import { isTimeout, listLoosely, listTools, type ToolList } from "./listing.ts";
import { CallAnswer, ResourceAnswer } from "./result.ts";

export interface McpHost {
  readonly cell: TalkingCell;
  /** The proxy for servers over HTTP. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Tells people what a server reports during a call. */
  readonly tell?: ((event: McpEvent) => void) | undefined;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

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

/** How long ending a session over HTTP may take. */
const GOODBYE_MS = 1_000;
/** A call may take ten times its limit in all, so that a server that reports progress for ever does not block the run. */
const TOTAL_FACTOR = 10;
/** Added to the client's own timeout of one request, so that ours of the whole work ends first. */
const CLOCK_MARGIN_MS = 1_000;
/** How long a server that works on nothing may take to say that it is there. */
const PING_MS = 2_000;
const MAX_REASON_CHARS = 600;
const MAX_CAUSES = 5;

interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

type TimeoutOption = "startupTimeoutMs" | "toolTimeoutMs";

interface Work<T> {
  /** The setting that limits its time; `toolTimeoutMs` when left out. */
  readonly option?: TimeoutOption;
  readonly signal: AbortSignal;
  /** Ends the work when it aborts, if that is before the time is over. */
  readonly limit?: AbortController;
  readonly run: (request: RequestOptions) => Promise<T>;
  readonly onProgress?: (progress: Progress) => void;
}

/** Why a server failed, as half a sentence. */
export class ServerFailure extends Error {
  /** In words of this program. */
  readonly own: string;
  /** In words that may be the server's. */
  readonly foreign: string;
  /** The time of the request was over. */
  readonly isLate: boolean;

  constructor(own: string, foreign: string, { cause, isLate = false }: { cause: unknown; isLate?: boolean }) {
    super(`${own} ${foreign}`.trim(), { cause });
    this.own = own;
    this.foreign = foreign;
    this.isLate = isLate;
  }
}

/** Opens a connection. Rejects with the signal's reason or a `ServerFailure`, as do the connection's functions. */
export async function openConnection(options: ConnectionOptions, signal: AbortSignal) {
  // Older programs fail to start when they are asked for their version.
  if (options.server.kind !== "http") return await connect(options, { mode: "legacy", signal });
  // Both attempts have one time limit.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.server.startupTimeoutMs);
  try {
    return await connect(options, { mode: "auto", signal, limit });
  } catch (first) {
    if (!(first instanceof ServerFailure) || !isRefusedQuestion(first.cause)) throw first;
    return await connect(options, { mode: "legacy", signal, limit }).catch((error: unknown) => {
      if (!(error instanceof ServerFailure)) throw error;
      const { own, foreign, isLate } = error;
      const both = `${foreign} Before, when it was asked for its version: ${first.message}`.trim();
      throw new ServerFailure(own, both, { cause: error, isLate });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a server fails because it is asked for its version, as a few do: by its status, by what it answers, or by closing the connection. */
function isRefusedQuestion(cause: unknown): boolean {
  if (!(cause instanceof SdkError) || cause.code !== SdkErrorCode.EraNegotiationFailed) return false;
  return cause instanceof SdkHttpError || cause.message.includes("unusable reply") || isClosed(cause);
}

/** Whether the server closed a connection that was there, or ended its answer. */
function isClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AnswerEnded) return true;
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(member(error, "code"))) || isClosed(error.cause);
}

interface Start extends Pick<Work<never>, "signal" | "limit"> {
  readonly mode: "auto" | "legacy";
}

async function connect(options: ConnectionOptions, { mode, ...start }: Start) {
  const { server, host } = options;
  const transport =
    server.kind === "stdio" ? createCellTransport(host.cell, server) : createHttpTransport(server, host.dispatcher);
  const pingMs = Math.min(PING_MS, server.toolTimeoutMs);
  let isLost = false;
  const isOpen = (): boolean => transport.isOpen() && !isLost;
  const client = clientOf(options, mode);
  const limited = async <T>(work: Work<T>): Promise<T> => {
    const { option = "toolTimeoutMs", signal: from, limit = new AbortController(), run, onProgress } = work;
    const ms = server[option];
    let hasProgress = false;
    const onprogress = (progress: Progress): void => {
      hasProgress = true;
      onProgress?.(progress);
    };
    const timer = setTimeout(() => limit.abort(), onProgress === undefined ? ms : TOTAL_FACTOR * ms);
    const signal = AbortSignal.any([from, limit.signal]);
    try {
      if (onProgress !== undefined) return await run({ signal, timeout: ms, resetTimeoutOnProgress: true, onprogress });
      // The client does not end the start of a connection when the signal aborts.
      return await Promise.race([run({ signal, timeout: ms + CLOCK_MARGIN_MS }), aborted(signal)]);
    } catch (error) {
      from.throwIfAborted();
      const isTotal = onProgress !== undefined && limit.signal.aborted;
      const isLate = limit.signal.aborted || isTimeout(error);
      // The work may have been done and have failed with the same status. A ping fails so only without a session.
      isLost ||= isSessionLost(error, transport) && isSessionLost(await failureOfPing(from), transport);
      const late = isLate ? lateness({ ms, option, hasProgress, isTotal }) : "";
      const isEnded = !isLate && error instanceof AnswerEnded;
      const own = isEnded ? `${error.message}.` : late;
      const why = isEnded ? error.cause : error;
      const reason = isLate || why === undefined ? "" : reasonOf(why);
      if (option === "toolTimeoutMs" && isOpen()) throw new ServerFailure(own, reason, { cause: error, isLate });
      const { ended, said } = await transport.fate(); // how the process ended says more than the client's error
      throw ended === ""
        ? new ServerFailure(own, `${reason} ${said}`.trim(), { cause: error })
        : new ServerFailure(ended, said, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  /** The error of a ping, which does nothing at the server; undefined when it was answered. */
  const failureOfPing = async (from: AbortSignal): Promise<unknown> => {
    const failure = await client.ping({ signal: from, timeout: pingMs }).then(
      () => undefined,
      (error: unknown) => error,
    );
    from.throwIfAborted();
    return failure;
  };
  const fresh = (request: RequestOptions) => ({ ...request, cacheMode: "refresh" }) as const;
  const list = (request: RequestOptions): Promise<ToolList> => listTools(client, fresh(request));
  const connectAndList = async (request: RequestOptions): Promise<ToolList> => {
    await client.connect(transport, request);
    return await list(request);
  };
  const close = async (): Promise<void> => {
    const goodbye = isOpen() ? endSession(transport).catch(() => {}) : undefined;
    await Promise.race([goodbye, delay(GOODBYE_MS, undefined, { ref: false })]);
    await client.close().catch(() => {});
  };
  try {
    const listed = await limited({ option: "startupTimeoutMs", ...start, run: connectAndList });
    const { resources, prompts } = client.getServerCapabilities() ?? {};
    return {
      /** The tools as the server described them when the connection was opened. */
      ...listed,
      /** The tools as the server describes them now. */
      list: (from: AbortSignal) => limited({ option: "startupTimeoutMs", signal: from, run: list }),
      /** Calls a tool. Each report of progress is passed on, and restarts the time limit. */
      call: (name: string, input: Readonly<Record<string, unknown>>, { signal: from, onProgress }: CallOptions) => {
        const params = { name, arguments: { ...input } };
        // Servers of the newest protocol may ask for arguments in headers too, which only `callTool` sends.
        const run = async (request: RequestOptions): Promise<CallAnswer> =>
          client.getProtocolEra() === "modern"
            ? await client.callTool(params, request)
            : await client.request({ method: "tools/call", params }, CallAnswer, request);
        return limited({ signal: from, run, onProgress });
      },
      hasResources: resources !== undefined,
      /** It has nothing at all, as at a wrong address or behind a gateway without servers. */
      isEmpty: (resources ?? prompts) === undefined && listed.tools.length + listed.unusable.length === 0,
      resources: (from: AbortSignal) => {
        const run = async (request: RequestOptions): Promise<ListedResources> => {
          const loosely = { request: fresh(request), needed: ["uri", "name"] };
          const resources = await client.listResources(undefined, fresh(request)).then(
            (answer) => answer.resources,
            (error: unknown) => listLoosely<Resource>(client, "resources/list", { ...loosely, error }),
          );
          // A server without templates may not know the request.
          const { resourceTemplates: templates } = await client
            .listResourceTemplates(undefined, fresh(request))
            .catch(() => ({ resourceTemplates: [] }));
          return { resources, templates };
        };
        return limited({ signal: from, run });
      },
      read: (uri: string, from: AbortSignal) =>
        limited({
          signal: from,
          run: (request) => client.request({ method: "resources/read", params: { uri } }, ResourceAnswer, request),
        }),
      /** How the server says that it is to be used; may be empty. */
      instructions: client.getInstructions() ?? "",
      /** All prompts; none where the server does not have prompts. */
      prompts: async (from: AbortSignal) => {
        if (prompts === undefined) return [];
        const run = (request: RequestOptions) =>
          client.listPrompts(undefined, fresh(request)).then(
            (answer) => answer.prompts,
            (error: unknown) =>
              listLoosely<Prompt>(client, "prompts/list", { request: fresh(request), error, needed: ["name"] }),
          );
        return await limited({ signal: from, run });
      },
      prompt: (name: string, args: Readonly<Record<string, string>>, from: AbortSignal) => {
        const run = (request: RequestOptions) => client.getPrompt({ name, arguments: { ...args } }, request);
        return limited({ signal: from, run });
      },
      isOpen,
      /** Whether the server still answers. Rejects only with the signal's reason. */
      answers: async (from: AbortSignal): Promise<boolean> => {
        const failure = await failureOfPing(from);
        return failure === undefined || failure instanceof ProtocolError; // it may not know the request
      },
      /** Never rejects. */
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Answers are not validated by the server's schema: the model reads them. */
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** Creates a client without capabilities: the server can ask for no sampling, no roots and no input. */
function clientOf({ onChange }: ConnectionOptions, mode: "auto" | "legacy"): Client {
  const client = new Client(
    { name: "kimi-runner", version: VERSION },
    {
      capabilities: {},
      jsonSchemaValidator: NO_VALIDATION,
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onChange } },
    },
  );
  // Also accepted from a server that did not announce it.
  client.setNotificationHandler("notifications/tools/list_changed", onChange);
  return client;
}

/** The reason of an error, with those of its causes: the client's own message is only "fetch failed". */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error && messages.length < MAX_CAUSES; one = one.cause) {
    // A host with several addresses fails with the errors of all of them in one error that has no message.
    const { message } = one instanceof AggregateError && one.errors[0] instanceof Error ? one.errors[0] : one;
    if (message !== "" && !messages.some((said) => said.includes(message))) messages.push(message);
  }
  const text = oneLine(messages.join(": ") || String(error), MAX_REASON_CHARS);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Rejects with the signal's reason when it aborts. */
async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

interface Limit {
  readonly ms: number;
  readonly option: TimeoutOption;
  readonly hasProgress: boolean;
  /** It passed the limit of the whole call. */
  readonly isTotal: boolean;
}

/** How a server passed its time limit, as half a sentence. */
function lateness({ ms, option, hasProgress, isTotal }: Limit): string {
  if (isTotal) return `it reported progress for ${TOTAL_FACTOR * ms} ms without an answer (10 × ${option}).`;
  return `it ${hasProgress ? "was silent for" : "did not answer within"} ${ms} ms (${option}).`;
}
