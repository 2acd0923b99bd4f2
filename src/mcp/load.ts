/** Starts all servers of a run at the same time, and makes their tools. */

import { once } from "node:events";
import { describeError } from "../protocol/error.ts";
import type { McpServerFact, McpStarted, McpTool } from "../protocol/mcp.ts";
import type { McpGateway, Tool } from "../protocol/tool.ts";
import type { ServerConfig } from "./config.ts";
import type { McpHost } from "./connection.ts";
import { repairedArguments } from "./arguments.ts";
import { createGateway, plannedCall, specOf, callNames } from "./gateway.ts";
import { toolBytes } from "./server-tools.ts";
import { openServer, type McpServer } from "./server.ts";

export interface LoadedServers {
  /** In the order of their names. */
  readonly facts: readonly McpServerFact[];
  /** In the order of their names. */
  readonly tools: readonly Tool[];
  readonly gateway: McpGateway;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** When it aborts, the run does without the servers that have not started; its reason says why. */
  readonly late?: AbortSignal | undefined;
  /** Requests hold the names, descriptions and schemas of the tools where these are not larger. */
  readonly maxSchemaBytes: number;
  readonly instructions: boolean;
}

type Opened = { readonly name: string; readonly server: McpServer } | Extract<McpServerFact, { error: string }>;

/** Starts the servers. They must be sorted by name. */
export function loadServers(servers: readonly ServerConfig[], host: McpHost, options: LoadOptions) {
  const opening = servers.map((config) => open(config, host, options));
  const { late } = options;
  const inTime = opening.map((one, at) =>
    late === undefined ? one : Promise.race([one, lateness(servers[at]?.name ?? "", late)]),
  );
  const loaded = Promise.all(inTime).then((opened) => describe(withinBytes(opened), options));
  loaded.catch(() => {}); // callers await it later
  return {
    /** Settles when every server has started, failed or is late. Rejects only with the signal's reason. */
    loaded,
    /** Closes the servers. Never rejects. */
    close: async (): Promise<void> => {
      const opened = await Promise.all(opening).catch(() => []);
      await Promise.all(opened.map(async (one) => "server" in one && (await one.server.close())));
    },
  };
}

async function open(config: ServerConfig, host: McpHost, { signal, late }: LoadOptions): Promise<Opened> {
  const { name } = config;
  try {
    return { name, server: await openServer(config, host, late ? AbortSignal.any([signal, late]) : signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { name, error: describeError(error) };
  }
}

/** Settles when the signal aborts. */
async function lateness(name: string, late: AbortSignal): Promise<Opened> {
  if (!late.aborted) await once(late, "abort");
  return { name, error: describeError(late.reason) };
}

/** Bytes of the descriptions of all tools: 60,000 tokens in every request that holds them. */
const MAX_BYTES = 256 * 1024;

/** Refuses each server with whose tools the requests would become too large. */
function withinBytes(opened: readonly Opened[]): readonly Opened[] {
  let bytes = 0;
  return opened.map((one) => {
    if (!("server" in one)) return one;
    const sum = bytes + one.server.tools.reduce((total, tool) => total + toolBytes(tool), 0);
    if (sum <= MAX_BYTES) {
      bytes = sum;
      return one;
    }
    const what = `with it, the descriptions of all servers' tools have ${sum} bytes; at most ${MAX_BYTES} can be used`;
    return { name: one.name, error: `${what}. Name the needed tools in enabledTools.` };
  });
}

function describe(
  opened: readonly Opened[],
  { maxSchemaBytes, instructions }: Pick<LoadOptions, "maxSchemaBytes" | "instructions">,
): LoadedServers {
  const running = opened.flatMap((one) => ("server" in one ? [one.server] : []));
  const listed = running.flatMap((server) => server.tools.map((tool) => ({ server, tool })));
  const names = callNames(listed.map(({ server, tool }) => ({ server: server.name, tool: tool.name })));
  const tools = listed.map(({ server, tool }, index) => ({
    server,
    fact: { ...specOf(tool), callName: names[index] ?? tool.name },
  }));
  const started = running.map((server) => {
    const own = tools.filter((one) => one.server === server).map(({ fact }) => fact);
    return { server, fact: factOf(server, own) };
  });
  const bytes = tools.reduce((sum, { fact }) => sum + Buffer.byteLength(JSON.stringify(fact)), 0);
  return {
    facts: opened.flatMap((one) =>
      "server" in one ? (started.find(({ server }) => server === one.server)?.fact ?? []) : one,
    ),
    tools: tools.map(({ server, fact }) => toolOf(fact, server)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    gateway: createGateway(started, { isOnDemand: bytes > maxSchemaBytes, instructions }),
  };
}

function factOf(
  { name, toolsDigest, leftOut, unusable, hasResources, isEmpty }: McpServer,
  tools: readonly McpTool[],
): McpStarted {
  return {
    name,
    tools,
    toolsDigest,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(unusable.length === 0 ? {} : { unusable }),
    ...(hasResources ? { hasResources } : {}),
    ...(isEmpty ? { isEmpty } : {}),
  };
}

function toolOf(fact: McpTool, server: McpServer): Tool {
  const { callName, description, parameters } = fact;
  return {
    name: callName,
    description,
    parameters,
    plan: async (input) => {
      const given = Object.fromEntries(Object.entries(input ?? {}));
      return plannedCall(server, fact, { input: repairedArguments(given, parameters) });
    },
  };
}
