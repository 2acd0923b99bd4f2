/** Starts all servers of a run at once, and makes their tools. */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { McpServerFact, McpTool } from "../protocol/mcp.ts";
import type { PlannedCall, Tool } from "../protocol/tool.ts";
import type { ServerConfig } from "./config.ts";
import type { McpHost } from "./connection.ts";
import { callNames } from "./names.ts";
import { openServer, START, toolBytes, type McpServer } from "./server.ts";

export interface LoadedServers {
  /** By name. */
  readonly facts: readonly McpServerFact[];
  /** By name. */
  readonly tools: readonly Tool[];
}

export interface Loading {
  /** Settles when every server has started or failed. Rejects only with the signal's reason. */
  readonly loaded: Promise<LoadedServers>;
  /** Closes the servers. Never rejects. */
  readonly close: () => Promise<void>;
}

type Opened = { readonly name: string; readonly server: McpServer } | Extract<McpServerFact, { error: string }>;

/** Starts the servers, which must be sorted by name. */
export function loadServers(servers: readonly ServerConfig[], host: McpHost, signal: AbortSignal): Loading {
  const opening = Promise.all(servers.map((config) => open(config, host, signal)));
  const loaded = opening.then((opened) => describe(withinBytes(opened)));
  loaded.catch(() => {}); // callers await it later
  return {
    loaded,
    close: async () => {
      const opened = await opening.catch(() => []);
      await Promise.all(opened.map(async (one) => "server" in one && (await one.server.close())));
    },
  };
}

async function open(config: ServerConfig, host: McpHost, signal: AbortSignal): Promise<Opened> {
  const { name } = config;
  try {
    return { name, server: await openServer(config, host, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { name, error: describeError(error) };
  }
}

/** Bytes of the descriptions of all tools: 60,000 tokens in every request. */
const MAX_BYTES = 256 * 1024;

/** Refuses the servers, in order, whose tools would make the requests too large. */
function withinBytes(opened: readonly Opened[]): readonly Opened[] {
  let bytes = 0;
  return opened.map((one) => {
    if (!("server" in one)) return one;
    const sum = bytes + one.server.tools.reduce((total, tool) => total + toolBytes(tool), 0);
    if (sum <= MAX_BYTES) {
      bytes = sum;
      return one;
    }
    const what = `with it the tools of all servers are described in ${sum} bytes; at most ${MAX_BYTES} can be used`;
    return { name: one.name, error: `${what}. Name the needed ones in enabledTools.` };
  });
}

function describe(opened: readonly Opened[]): LoadedServers {
  const listed = opened.flatMap((one) => ("server" in one ? one.server.tools.map((tool) => ({ one, tool })) : []));
  const names = callNames(listed.map(({ one, tool }) => ({ server: one.name, tool: tool.name })));
  const tools = listed.map(({ one, tool }, index) => {
    const { name, description = "", inputSchema } = tool;
    const { $schema: _, ...parameters } = inputSchema;
    return { server: one.server, fact: { name, callName: names[index] ?? name, description, parameters } };
  });
  return {
    facts: opened.map((one) => {
      if (!("server" in one)) return one;
      const own = tools.filter(({ server }) => server === one.server).map(({ fact }) => fact);
      const { toolsDigest, leftOut } = one.server;
      return { name: one.name, tools: own, toolsDigest, ...(leftOut.length === 0 ? {} : { leftOut }) };
    }),
    tools: tools.map(({ server, fact }) => toolOf(fact, server)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** A server's tool for the model. Its effects are not known, so it never runs beside another call. */
function toolOf({ name, callName, description, parameters }: McpTool, server: McpServer): Tool {
  return {
    name: callName,
    description,
    parameters,
    plan: async (input): Promise<PlannedCall> => {
      const all = Object.fromEntries(Object.entries(input ?? {}));
      const { [START]: start, ...values } = all;
      if (start !== undefined && !hasOwnStart(parameters)) return pageCall(server, { tool: name, values, start });
      return {
        access: "write",
        capabilities: [{ kind: "mcp", server: server.name, tool: name }],
        summary: `mcp ${server.name}/${name}`,
        preview: JSON.stringify(all, null, 2),
        run: (signal) => server.call(name, all, signal),
      };
    },
  };
}

function hasOwnStart({ properties }: McpTool["parameters"]): boolean {
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, START);
}

interface PageRequest {
  readonly tool: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly start: unknown;
}

/** A further page of an answer that is kept: the server is not called, so that nothing is judged. */
function pageCall(server: McpServer, { tool, values, start }: PageRequest): PlannedCall {
  const from = Number(start);
  const page = Number.isInteger(from) ? server.page(tool, values, from) : undefined;
  if (page === undefined) {
    throw new RunnerError({
      code: "tool.input",
      message: `mcp ${server.name}/${tool}: no answer to these arguments is kept that has a character ${String(start)}.`,
      hint: `Call it without ${START}.`,
    });
  }
  const summary = `mcp ${server.name}/${tool}, from character ${from} of its answer`;
  return { access: "read", capabilities: [], summary, run: async () => page };
}
