/**
 * A server during a run. It is started again after it has ended. Its descriptions of tools are compared with the first ones, which
 * the model and the policy know: a tool with another description is no longer called.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Progress, Tool as ListedTool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../base/canonical-json.ts";
import { nearest } from "../base/nearest.ts";
import { oneLine } from "../base/truncate.ts";
import { plainText } from "../base/plain-text.ts";
import { sha256 } from "../base/sha256.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { ServerConfig } from "./config.ts";
import { openConnection, type Connection, type McpHost } from "./connection.ts";
import { createAnswerPages, pageNote, type Page } from "./answer-pages.ts";
import { framed, resultOf } from "./result.ts";

export interface McpServer {
  readonly name: string;
  /** Enabled tools, by name. */
  readonly tools: readonly ListedTool[];
  /** SHA-256 of the server's descriptions of them. */
  readonly toolsDigest: string;
  /** Names of tools that it runs as tasks only, which no call of a run can do. */
  readonly leftOut: readonly string[];
  /** Failures are results. Rejects only with the signal's reason. */
  readonly call: (tool: string, input: Input, signal: AbortSignal) => Promise<ToolResult>;
  /** A further page of the newest answer to a call; undefined when there is none. */
  readonly page: (tool: string, input: Input, start: number) => ToolResult | undefined;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

type Input = Readonly<Record<string, unknown>>;

/** The argument that reads a further page of an answer. A tool with an argument of this name has no pages. */
export const START = "_start";

/** Enabled tools of a server. OpenAI takes no more in one request. */
const MAX_TOOLS = 128;
/** Bytes of one tool's description and schema: 8,000 tokens in every request. */
const MAX_TOOL_BYTES = 32 * 1024;
/** Characters of the names that a mistake lists. */
const MAX_NAMES_CHARS = 1_000;

/** Time between two lines about the progress of one call. */
const PROGRESS_EVERY_MS = 5_000;
const MAX_PROGRESS_CHARS = 200;

/** Names that the protocol allows. Other characters could mislead people who read them. */
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

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
  const pages = createAnswerPages();
  const known = new Map(tools.map((tool) => [tool.name, digestOf(tool)]));
  const changed = new Set<string>();

  /** Finds changed tools and reports each once. */
  const compare = (now: readonly ListedTool[]): readonly WireEvent[] => {
    const digests = new Map(now.map((tool) => [tool.name, digestOf(tool)]));
    const news = [...known].flatMap(([name, digest]) =>
      digests.get(name) === digest || changed.has(name) ? [] : [name],
    );
    for (const name of news) changed.add(name);
    if (news.length === 0) return [];
    const text = `The MCP server ${config.name} changed tools during the run, which are no longer called: ${news.join(", ")}.`;
    return [{ type: "warning", text }];
  };
  /** Makes sure that the server runs and its tools are unchanged. */
  const prepare = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    await nextTurn(); // handles events that have arrived, such as the server's end
    if (!connection.isOpen()) {
      isStale = false;
      connection = await open(from);
      return [
        { type: "warning", text: `The MCP server ${config.name} had ended and was started again.` },
        ...compare(connection.tools),
      ];
    }
    if (!isStale) return [];
    const now = await connection.list(from);
    isStale = false;
    return compare(now);
  };

  return {
    name: config.name,
    tools,
    toolsDigest: sha256(canonicalJson([...known])),
    leftOut: enabled.filter(needsTask).map(({ name }) => name),
    page: (tool, input, start) => {
      const page = pages.at([tool, input], start);
      return page && { text: shown(page, config.name, tool) };
    },
    async call(tool, input, from) {
      const events: WireEvent[] = [];
      const failed = (why: string): ToolResult => ({
        text: `Error: mcp ${config.name}/${tool}: ${why}`,
        isError: true,
        events,
      });
      try {
        events.push(...(await prepare(from)));
        if (changed.has(tool)) return failed(CHANGED);
        const onProgress = createTeller({ host, server: config.name, tool });
        const answer = await connection.call(tool, input, { signal: from, onProgress });
        const { text, ...more } = resultOf(answer, config.name);
        const page = pages.first([tool, input], text);
        const whole = page.place === undefined ? {} : { whole: text };
        return { text: shown(page, config.name, tool), ...more, ...whole, events };
      } catch (error) {
        from.throwIfAborted();
        return failed(error instanceof Error ? error.message : String(error));
      }
    },
    close: () => connection.close(),
  };
}

function shown(page: Page, server: string, tool: string): string {
  const again = (start: number): string => `call it again with the same arguments and "${START}": ${start}`;
  return framed(page.text, `mcp ${server}/${tool}`) + pageNote(page, again);
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

function needsTask({ execution }: ListedTool): boolean {
  return execution?.taskSupport === "required";
}

const CHANGED =
  "the server no longer describes this tool as it did when the run began, so it is not called any more. Reach the goal in another way.";

function digestOf({ description, inputSchema, outputSchema, annotations }: ListedTool): string {
  return sha256(canonicalJson({ description, inputSchema, outputSchema, annotations }));
}

/** The tools that the configuration enables. Throws for unknown names, and for tools with invalid names. */
function enabledTools(listed: readonly ListedTool[], config: ServerConfig): readonly ListedTool[] {
  const names = listed.map(({ name }) => name).toSorted();
  for (const [index, name] of names.entries()) {
    if (!TOOL_NAME.test(name))
      throw new Error(`it has a tool of an unusable name: ${JSON.stringify(plainText(name))}.`);
    if (names[index + 1] === name) throw new Error(`it has two tools with the name ${name}.`);
  }
  for (const key of ["enabledTools", "disabledTools"] as const) {
    const unknown = config[key]?.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const close = nearest(unknown, names);
    const hint = close === undefined ? "" : `Did you mean "${close}"? `;
    throw new Error(
      `${key} names "${unknown}", which it does not have. ${hint}It has: ${oneLine(names.join(", "), MAX_NAMES_CHARS) || "none"}.`,
    );
  }
  const enabled = listed.filter(
    ({ name }) => (config.enabledTools?.includes(name) ?? true) && !config.disabledTools.includes(name),
  );
  if (enabled.length > MAX_TOOLS) {
    throw new Error(`it has ${enabled.length} tools; at most ${MAX_TOOLS} can be used. Name those in enabledTools.`);
  }
  for (const tool of enabled) {
    const bytes = toolBytes(tool);
    if (bytes <= MAX_TOOL_BYTES) continue;
    const limit = `at most ${MAX_TOOL_BYTES} bytes can be used`;
    throw new Error(`its tool ${tool.name} is described in ${bytes} bytes; ${limit}. Name it in disabledTools.`);
  }
  return enabled.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Bytes that a tool adds to each request, about. */
export function toolBytes({ description = "", inputSchema }: ListedTool): number {
  return Buffer.byteLength(description) + Buffer.byteLength(JSON.stringify(inputSchema));
}
