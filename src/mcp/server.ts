/** A server during a run: calls of its tools and what else it offers. It is started again after it has ended. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Progress, Tool as ListedTool } from "@modelcontextprotocol/client";
import { oneLine } from "../base/truncate.ts";
import { framed, plainText } from "../base/plain-text.ts";
import { resourceTool } from "../protocol/mcp.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { createAnswerPages, pageNote, type Page } from "./answer-pages.ts";
import type { ServerConfig } from "./config.ts";
import { openConnection, ServerFailure, type Connection, type McpHost } from "./connection.ts";
import { readPrompt } from "./prompts.ts";
import { resourceList } from "./resource-list.ts";
import { readingOf, resultOf } from "./result.ts";
import { digestOf, enabledTools, needsTask } from "./server-tools.ts";
import { createToolWatch } from "./tool-watch.ts";

export interface McpServer {
  readonly name: string;
  /** Enabled tools, by name. */
  readonly tools: readonly ListedTool[];
  /** SHA-256 of the server's descriptions of them. */
  readonly toolsDigest: string;
  /** Names of tools that it runs as tasks only, which no call of a run can do. */
  readonly leftOut: readonly string[];
  readonly hasResources: boolean;
  /** A tool that came after the start; else the names of those that did. Rejects when the server cannot be asked. */
  readonly newTool: (name: string, signal: AbortSignal) => Promise<NewTool | readonly string[]>;
  /** Failures are results. Rejects only with the signal's reason. */
  readonly call: (tool: string, input: Input, options: CallOptions) => Promise<ToolResult>;
  /** A further page of the newest answer to a call; undefined when there is none. */
  readonly page: (tool: string, input: Input, start: number) => ToolResult | undefined;
  /** The resource from a character on; without a uri the resources and templates, from an entry on. Fails as `call` does. */
  readonly read: (uri: string | undefined, start: number, signal: AbortSignal) => Promise<ToolResult>;
  /** What it says of itself; empty where it says nothing. */
  readonly instructions: string;
  /** A prompt's text. Throws `config.invalid`. */
  readonly prompt: (name: string, args: string, signal: AbortSignal) => Promise<string>;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

interface NewTool {
  readonly tool: ListedTool;
  readonly digest: string;
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** Of a tool that came after the start: what was judged. */
  readonly digest?: string | undefined;
}

type Input = Readonly<Record<string, unknown>>;
type Answer = Omit<ToolResult, "events">;

/** The argument that reads a further page of an answer. A tool with an argument of this name has no pages. */
export const START = "_start";

/** Time between two lines about the progress of one call. */
const PROGRESS_EVERY_MS = 5_000;
const MAX_PROGRESS_CHARS = 200;

/** Starts a server. Rejects with the signal's reason, or an `Error` with the reason as half a sentence. */
export async function openServer(config: ServerConfig, host: McpHost, signal: AbortSignal): Promise<McpServer> {
  let isStale = false;
  const onChange = (): void => {
    isStale = true;
  };
  const open = (from: AbortSignal): Promise<Connection> => openConnection({ server: config, host, onChange }, from);
  let connection = await open(signal);
  let enabled: readonly ListedTool[];
  try {
    enabled = enabledTools(connection.tools, config);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const tools = enabled.filter((tool) => !needsTask(tool));
  const watch = createToolWatch(tools, config);
  const pages = createAnswerPages();
  const refresh = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    if (!isStale) return [];
    const now = await connection.list(from);
    isStale = false;
    return watch.compare(now);
  };
  /** Makes sure that the server runs and its tools are unchanged. */
  const prepare = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    await nextTurn(); // handles events that have arrived, such as the server's end
    if (connection.isOpen()) return await refresh(from);
    isStale = false;
    connection = await open(from);
    return [
      { type: "warning", text: `The MCP server ${config.name} had ended and was started again.` },
      ...watch.compare(connection.tools),
    ];
  };
  const attempt = async (what: string, from: AbortSignal, work: () => Promise<Answer>): Promise<ToolResult> => {
    const events: WireEvent[] = [];
    try {
      events.push(...(await prepare(from)));
      const answer = await work();
      const news = await refresh(from).catch(() => []); // the next call tries again, and says why
      return { ...answer, text: answer.text + watch.tellNew(), events: [...events, ...news] };
    } catch (error) {
      from.throwIfAborted();
      return { text: `Error: mcp ${config.name}/${what}: ${whyOf(error, config.name)}`, isError: true, events };
    }
  };

  return {
    name: config.name,
    tools,
    toolsDigest: watch.digest,
    leftOut: enabled.filter(needsTask).map(({ name }) => name),
    hasResources: connection.hasResources,
    newTool: async (name, from) => {
      await prepare(from);
      const tool = watch.later().get(name);
      return tool === undefined ? [...watch.later().keys()] : { tool, digest: digestOf(tool) };
    },
    page: (tool, input, start) => {
      const page = pages.at([tool, input], start);
      return page && { text: shownPage(page, { server: config.name, what: tool, next: nextCall }) };
    },
    call: (tool, input, { signal: from, digest }) =>
      attempt(tool, from, async () => {
        watch.check(tool, digest);
        const onProgress = createTeller({ host, server: config.name, tool });
        const answer = await connection.call(tool, input, { signal: from, onProgress });
        const { text, ...more } = resultOf(answer, config.name);
        const page = pages.first([tool, input], text);
        const whole = page.place === undefined ? {} : { whole: text };
        return { text: shownPage(page, { server: config.name, what: tool, next: nextCall }), ...more, ...whole };
      }),
    read: (uri, start, from) =>
      attempt(resourceTool(uri), from, async () => {
        if (uri === undefined) {
          const list = await connection.resources(from);
          return { text: framed(resourceList(list, start), `mcp ${config.name}`) };
        }
        const key = [resourceTool(uri), {}] as const;
        const next = (at: number): string => `call access_mcp_resource again with the same uri and "start": ${at}`;
        const shown = (page: Page): string => shownPage(page, { server: config.name, what: resourceTool(uri), next });
        const kept = start > 0 ? pages.at(key, start) : undefined;
        if (kept !== undefined) return { text: shown(kept) };
        const { text, images } = readingOf(await connection.read(uri, from), config.name);
        const first = pages.first(key, text);
        const page = start === 0 ? first : pages.at(key, start);
        if (page === undefined) throw new Error(`it has ${text.length} characters, and none at ${start}.`);
        return {
          text: shown(page),
          ...(images.length === 0 ? {} : { images }),
          ...(first.place === undefined ? {} : { whole: text }),
        };
      }),
    instructions: connection.instructions,
    prompt: async (name, args, from) => {
      await prepare(from);
      return await readPrompt(connection, { server: config.name, name, args }, from);
    },
    close: () => connection.close(),
  };
}

/** What the model reads of an error: the server's words are data. */
function whyOf(error: unknown, server: string): string {
  if (!(error instanceof ServerFailure)) return error instanceof Error ? error.message : String(error);
  const { own, foreign } = error;
  return [own, foreign === "" ? "" : framed(foreign, `mcp ${server}`)].filter((part) => part !== "").join(" ");
}

function nextCall(start: number): string {
  return `call it again with the same arguments and "${START}": ${start}`;
}

interface Shown {
  readonly server: string;
  readonly what: string;
  readonly next: (start: number) => string;
}

function shownPage(page: Page, { server, what, next }: Shown): string {
  return framed(page.text, `mcp ${server}/${what}`) + pageNote(page, next);
}

interface TellerOptions {
  readonly host: McpHost;
  readonly server: string;
  readonly tool: string;
}

/** Tells people of a call's progress, now and then. */
function createTeller({ host, server, tool }: TellerOptions): (progress: Progress) => void {
  let wasToldLately = false;
  return ({ progress, total, message = "" }) => {
    if (wasToldLately) return;
    wasToldLately = true;
    setTimeout(() => (wasToldLately = false), PROGRESS_EVERY_MS).unref();
    const far = `${progress}${total === undefined ? "" : ` of ${total}`}`;
    const text = oneLine(plainText([far, message].filter(Boolean).join(": ")), MAX_PROGRESS_CHARS);
    host.tell?.({ type: "mcp.progress", server, tool, text });
  };
}
