/** A server during a run: calls of its tools, its resources and prompts. A server that has ended is started again. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Progress, Resource } from "@modelcontextprotocol/client";
import { oneLine } from "../base/truncate.ts";
import { framed, plainText } from "../base/plain-text.ts";
import { resourceTool } from "../protocol/mcp.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { createAnswerPages, pageNote, type Page } from "./answer-pages.ts";
import type { ServerConfig } from "./config.ts";
import { openConnection, ServerFailure, type Connection, type McpHost, type ListedResources } from "./connection.ts";
import type { ToolList } from "./listing.ts";
import { readPrompt } from "./prompts.ts";
import { readingOf, resultOf } from "./result.ts";
import { digestOf, enabledTools, needsTask, createToolWatch } from "./server-tools.ts";
import { counted } from "../base/words.ts";

export type McpServer = Awaited<ReturnType<typeof openServer>>;

interface CallOptions {
  readonly signal: AbortSignal;
  /** The digest that was judged of a tool that was added after the start. */
  readonly digest?: string | undefined;
}

type Input = Readonly<Record<string, unknown>>;
type Answer = Omit<ToolResult, "events">;

/** The argument that asks for a further page of an answer. A tool that has an argument of this name has no pages. */
export const START = "_start";

/** The shortest time between two reports of progress of one call. */
const PROGRESS_EVERY_MS = 5_000;
/** How often a program that hangs is started again. It would hang again at the same call. */
const MAX_HANGS = 1;
const MAX_PROGRESS_CHARS = 200;

/** Starts a server. Rejects with the signal's reason, or with an `Error` whose message is half a sentence. */
export async function openServer(config: ServerConfig, host: McpHost, signal: AbortSignal) {
  let isStale = false;
  /** A program did not answer a call in time. It may be busy with it, or hang. */
  let isSuspect = false;
  let hangs = 0;
  const onChange = (): void => void (isStale = true);
  const open = (from: AbortSignal): Promise<Connection> => openConnection({ server: config, host, onChange }, from);
  let connection = await open(signal);
  let enabled: ToolList;
  try {
    enabled = enabledTools(connection, config);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const tools = enabled.tools.filter((tool) => !needsTask(tool));
  const watch = createToolWatch(tools, config);
  const pages = createAnswerPages();
  const refresh = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    if (!isStale) return [];
    const now = await connection.list(from);
    isStale = false;
    return watch.compare(now.tools);
  };
  /** Makes sure that the server runs, and that the list of its tools is current. */
  const prepare = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    await nextTurn(); // lets events be handled that have arrived, such as the server's end
    const isHung = isSuspect && hangs < MAX_HANGS && connection.isOpen() && !(await connection.answers(from));
    isSuspect = false;
    if (isHung) {
      hangs += 1;
      await connection.close();
    }
    if (connection.isOpen()) {
      try {
        return await refresh(from);
      } catch (error) {
        from.throwIfAborted();
        if (connection.isOpen()) throw error;
      }
    }
    isStale = false;
    await connection.close();
    connection = await open(from);
    const program = `${isHung ? "did not answer any more" : "had ended"} and was started again`;
    const what = config.kind === "stdio" ? program : "had ended the session, and a new one was begun";
    return [{ type: "warning", text: `The MCP server ${config.name} ${what}.` }, ...watch.compare(connection.tools)];
  };
  /** Does the work, once more if the server says that it has ended the session: it carries nothing out for one that it does not know. */
  const carryOut = async <T>(work: () => Promise<T>, events: WireEvent[], from: AbortSignal): Promise<T> => {
    events.push(...(await prepare(from)));
    return await work().catch(async (error: unknown) => {
      if (config.kind === "stdio" || connection.isOpen()) throw error;
      events.push(...(await prepare(from)));
      return await work();
    });
  };
  const attempt = async (what: string, from: AbortSignal, work: () => Promise<Answer>): Promise<ToolResult> => {
    const events: WireEvent[] = [];
    try {
      const answer = await carryOut(work, events, from);
      const news = await refresh(from).catch(() => []); // the next call tries again, and tells a failure
      return { ...answer, text: answer.text + watch.tellNew(), events: [...events, ...news] };
    } catch (error) {
      from.throwIfAborted();
      if (error instanceof ServerFailure && error.isLate && config.kind === "stdio") isSuspect = true;
      return { text: `Error: mcp ${config.name}/${what}: ${whyOf(error, config.name)}`, isError: true, events };
    }
  };

  return {
    name: config.name,
    /** Enabled tools, by name. */
    tools,
    /** SHA-256 of the server's descriptions of its tools. */
    toolsDigest: watch.digest,
    /** Names of tools that the server runs as tasks only, which a run cannot call. */
    leftOut: enabled.tools.filter(needsTask).map(({ name }) => name),
    /** Tools that cannot be used, each with the reason. */
    unusable: enabled.unusable,
    hasResources: connection.hasResources,
    isEmpty: connection.isEmpty,
    /** A tool that was added after the start, or else the names of all that were. Rejects when the server cannot be asked. */
    newTool: async (name: string, from: AbortSignal) => {
      await prepare(from);
      const tool = watch.later().get(name);
      return tool === undefined ? [...watch.later().keys()] : { tool, digest: digestOf(tool) };
    },
    /** A further page of the newest answer to a call; undefined when there is no such page. */
    page: (tool: string, input: Input, start: number): ToolResult | undefined => {
      const page = pages.at([tool, input], start);
      return page && { text: shownPage(page, `mcp ${config.name}/${tool}`, nextCall) };
    },
    /** Calls a tool. A failure is a result. Rejects only with the signal's reason. */
    call: (tool: string, input: Input, { signal: from, digest }: CallOptions): Promise<ToolResult> =>
      attempt(tool, from, async () => {
        watch.check(tool, digest);
        const onProgress = createTeller(host, config.name, tool);
        const answer = await connection.call(tool, input, { signal: from, onProgress });
        const { text, ...more } = resultOf(answer, config.name);
        const page = pages.first([tool, input], text);
        const whole = page.place === undefined ? {} : { whole: text };
        const shown = shownPage(page, `mcp ${config.name}/${tool}`, nextCall);
        // Providers whose wire format has no mark for failed calls show the model only the text.
        return { text: more.isError === true ? `Error: ${shown}` : shown, ...more, ...whole };
      }),
    /** Reads a resource from a character on, or without a uri the list of resources from an entry on. Fails as `call` does. */
    read: (uri: string | undefined, start: number, from: AbortSignal): Promise<ToolResult> =>
      attempt(resourceTool(uri), from, async () => {
        if (uri === undefined) {
          const list = await connection.resources(from);
          return { text: framed(resourceList(list, start), `mcp ${config.name}`) };
        }
        const key = [resourceTool(uri), {}] as const;
        const next = (at: number): string => `call access_mcp_resource again with the same uri and "start": ${at}`;
        const shown = (page: Page): string => shownPage(page, `mcp ${config.name}/${resourceTool(uri)}`, next);
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
    /** The text of a prompt. Throws `config.invalid`. */
    prompt: (name: string, args: string, from: AbortSignal): Promise<string> =>
      carryOut(() => readPrompt(connection, { server: config.name, name, args }, from), [], from),
    /** Never rejects. */
    close: (): Promise<void> => connection.close(),
  };
}

/** An error for the model. The server's words in it are framed as data. */
function whyOf(error: unknown, server: string): string {
  if (!(error instanceof ServerFailure)) return error instanceof Error ? error.message : String(error);
  const { own, foreign } = error;
  return [own, foreign === "" ? "" : framed(foreign, `mcp ${server}`)].filter((part) => part !== "").join(" ");
}

function nextCall(start: number): string {
  return `call it again with the same arguments and "${START}": ${start}`;
}

/** A page in a frame that names its source, and below it how to get the next one. */
function shownPage(page: Page, source: string, next: (start: number) => string): string {
  return framed(page.text, source) + pageNote(page, next);
}

/** Tells people about the progress of a call, at most every few seconds. */
function createTeller({ tell }: McpHost, server: string, tool: string): (progress: Progress) => void {
  let wasToldLately = false;
  return ({ progress, total, message = "" }) => {
    if (wasToldLately) return;
    wasToldLately = true;
    setTimeout(() => (wasToldLately = false), PROGRESS_EVERY_MS).unref();
    const far = `${progress}${total === undefined ? "" : ` of ${total}`}`;
    const text = oneLine(plainText([far, message].filter(Boolean).join(": ")), MAX_PROGRESS_CHARS);
    tell?.({ type: "mcp.progress", server, tool, text });
  };
}

/** Entries on a page. */
const PAGE = 100;
const MAX_LINE_CHARS = 300;

/** One line for each entry, from entry `start` on. */
function resourceList({ resources, templates }: ListedResources, start: number): string {
  const lines = [
    ...templates.map(({ uriTemplate, ...about }) => line(uriTemplate, "template", about)),
    ...resources.map(({ uri, ...about }) => line(uri, "", about)),
  ];
  if (lines.length === 0) return "(no resources)";
  const end = Math.min(start + PAGE, lines.length);
  const shown = lines.slice(start, end);
  if (shown.length === 0) return `(${counted(lines.length, "entry", "entries")}, none from ${start} on)`;
  const more =
    end < lines.length ? [`[entries ${start} to ${end} of ${lines.length}; go on with "start": ${end}]`] : [];
  return [...shown, ...more].join("\n");
}

type About = Pick<Resource, "name" | "mimeType" | "description">;

function line(uri: string, kind: string, { name, mimeType = "", description = "" }: About): string {
  const traits = [kind, name, mimeType].filter(Boolean).join(", ");
  return oneLine(`${uri} (${traits})${description === "" ? "" : `: ${description}`}`, MAX_LINE_CHARS);
}
