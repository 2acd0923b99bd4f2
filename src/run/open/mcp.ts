/** The MCP servers of a run, from a file of the base commit. They start while the rest is prepared. */

import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { createRedact } from "../../base/redact.ts";
import { oneLine } from "../../base/truncate.ts";
import type { ServerConfig, ServerRules, ServersFile } from "../../mcp/config.ts";
import type { McpHost } from "../../mcp/connection.ts";
import type { LoadedServers } from "../../mcp/load.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import { configError, type RunnerError } from "../../protocol/error.ts";
import { RESOURCE, serverPrefix, type McpEvent, type McpServerFact } from "../../protocol/mcp.ts";
import type { Emit } from "../../protocol/wire.ts";
import { NO_GATEWAY } from "./mcp-reach.ts";
import { withServers, type RunAgent } from "./choose-agent.ts";
import type { World } from "./request.ts";

export const OWN_MCP_FILE = ".kimi/mcp.json";

/** Where a repository names its servers. The first file that exists counts. The second one is other programs' too. */
export const MCP_FILES: readonly string[] = [OWN_MCP_FILE, ".mcp.json"];

type RunServers = Awaited<ReturnType<typeof startServers>>;

export interface RunMcp extends LoadedServers {
  /** Prefixes of the tool names of servers that the run does without. */
  readonly absent: readonly string[];
  readonly warnings: readonly string[];
  /** Why the run cannot begin. */
  readonly failure?: RunnerError | undefined;
}

export const NO_MCP: RunMcp = { facts: [], tools: [], gateway: NO_GATEWAY, absent: [], warnings: [] };

const NONE_LOADED = { loaded: Promise.resolve<LoadedServers>(NO_MCP), close: async (): Promise<void> => {} };

/** Requests hold the descriptions of the tools where these have at most so many bytes: 3,000 tokens. */
const SCHEMA_BYTES = 12_288;

export interface StartServersOptions {
  readonly bench: {
    readonly files: ReadonlyMap<string, string>;
    readonly policy: Policy;
    readonly cell: Cell;
  };
  readonly world: Pick<World, "env">;
  /** Secrets, which must not reach the cell: name → value. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** The servers of the session that is resumed. They were allowed when it began. */
  readonly begun?: readonly McpServerFact[] | undefined;
}

const TOO_LATE = `it was not ready when the run began, which waits 2 s for it. A run waits longer for servers of ${OWN_MCP_FILE}.`;

/** How long after its start a run may wait for the servers of another program's file, which are an offer. */
const OFFER_WAIT_MS = 2_000;

/** Starts the servers that the repository names, if any. Throws `config.invalid` for mistakes in this program's own file. */
export async function startServers({ bench, world, ...rest }: StartServersOptions) {
  const { files, policy, cell } = bench;
  const { schemaBytes: maxSchemaBytes = SCHEMA_BYTES, instructions = false } = policy.mcp;
  const file = MCP_FILES.find((path) => files.has(path));
  if (file === undefined) return undefined;
  const isForeign = file !== OWN_MCP_FILE;
  const { disabled, secrets, notes, ...read } = await readFile({ file, text: files.get(file) ?? "" }, policy, {
    env: world.env,
    secrets: rest.secrets,
    begun: rest.begun,
  });
  // A session that began without an offered server goes on without it, because its tools stay the same.
  const without = (isForeign ? (rest.begun ?? []) : []).filter((fact) => "error" in fact);
  const servers = read.servers.filter((server) => without.every(({ name }) => name !== server.name));
  const late = new AbortController();
  const began = performance.now();
  let emit: Emit | undefined;
  // A journal that cannot be written fails again at the next event, and ends the run there.
  const tell = (event: McpEvent): void => void emit?.(event).catch(() => {});
  const load = async () => {
    const { loadServers } = await import("../../mcp/load.ts");
    const host: McpHost = { cell, dispatcher: await proxyFor(servers, world), tell };
    const options = { signal: rest.signal, maxSchemaBytes, instructions };
    return loadServers(servers, host, isForeign ? { ...options, late: late.signal } : options);
  };
  const { loaded, close } = servers.length === 0 ? NONE_LOADED : await load();
  const join = (loadedNow: LoadedServers): RunMcp => {
    const facts = [...loadedNow.facts, ...without].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const all = { ...loadedNow, facts };
    const failed = all.facts.filter((fact) => "error" in fact);
    // A file of another program is no reason to refuse an agent that names servers.
    const isNone = isForeign && servers.length === 0;
    const absent = isNone ? ["mcp__"] : [...disabled, ...failed.map(({ name }) => name)].map(serverPrefix);
    const fatal = isForeign ? [] : failed.filter(({ name }) => !policy.mcp.optional.includes(name));
    return {
      ...all,
      absent,
      warnings: [
        ...notes,
        ...failed
          .filter((one) => !fatal.includes(one))
          .map(({ name, error }) => oneLine(`Without the MCP server ${name}: ${error}`, MAX_WARNING_CHARS)),
        ...all.facts.flatMap(leftOutWarning),
        ...unknownPatterns(policy, all.facts, disabled),
      ],
      ...(fatal.length === 0 ? {} : { failure: notStarted(fatal, file) }),
    };
  };
  const joined = loaded.then(join);
  joined.catch(() => {}); // awaited when the tools are needed
  /** Waits until they are ready; those of other programs are left out when that takes longer. Rejects only with the signal's reason. */
  const ready = async (): Promise<RunMcp> => {
    if (!isForeign || rest.begun !== undefined) return await joined;
    const over = (): void => late.abort(new Error(TOO_LATE));
    const timer = setTimeout(over, Math.max(0, began + OFFER_WAIT_MS - performance.now()));
    return await joined.finally(() => clearTimeout(timer));
  };
  return {
    /** The variables whose values are sent to servers: name → value. */
    secrets,
    ready,
    /** Never rejects. */
    close,
    /** Waits for the servers and records them in the session, which also gets what they report later. Rejects only with the signal's reason. */
    tell: async (to: Emit): Promise<RunMcp> => {
      emit = to;
      if (servers.length > 0) await to({ type: "mcp.begin", servers: servers.map(({ name }) => name) });
      const mcp = await ready();
      const isOnDemand = mcp.gateway.isOnDemand ? ({ isOnDemand: true } as const) : {};
      if (servers.length > 0) await to({ type: "mcp.end", servers: mcp.facts, ...isOnDemand });
      for (const text of mcp.warnings) await to({ type: "warning", text });
      return mcp;
    },
  };
}

interface FileRules extends Pick<StartServersOptions, "secrets" | "begun"> {
  readonly env: World["env"];
}

async function readFile(file: ServersFile, { mcp }: Policy, { env, secrets, begun = [] }: FileRules) {
  const redact = createRedact(secrets);
  const rules: ServerRules = {
    ...mcp,
    allowed: mcp.env,
    env,
    isSecret: (name, value) => Object.hasOwn(secrets, name) || redact(value) !== value,
  };
  if (file.file === OWN_MCP_FILE) {
    const { readServers } = await import("../../mcp/config.ts");
    return { ...readServers(file, rules), notes: [] };
  }
  const { readForeign } = await import("../../mcp/foreign.ts");
  return readForeign(file, { ...rules, allow: [...(mcp.allow ?? []), ...begun.map(({ name }) => name)] });
}

const MAX_WARNING_CHARS = 1_000;

function leftOutWarning(fact: McpServerFact): string[] {
  if ("error" in fact) return [];
  const { name, leftOut = [], unusable = [], isEmpty } = fact;
  const which = leftOut.join(", ");
  const why = oneLine(unusable.join(", "), MAX_WARNING_CHARS);
  return [
    ...(leftOut.length === 0
      ? []
      : [`The MCP server ${name} runs tools as tasks only, which a run cannot call; they are left out: ${which}.`]),
    ...(unusable.length === 0
      ? []
      : [`The MCP server ${name} has tools that cannot be used and are left out: ${why}.`]),
    ...(isEmpty === true
      ? [`The MCP server ${name} has no tools, no resources and no prompts. Check its address or its command.`]
      : []),
  ];
}

async function proxyFor(servers: readonly ServerConfig[], { env }: Pick<World, "env">): Promise<McpHost["dispatcher"]> {
  const proxyEnv = servers.some(({ kind }) => kind !== "stdio") ? proxyEnvOf(env) : undefined;
  if (proxyEnv === undefined) return undefined;
  const { proxyOf } = await import("../../github/api/proxies.ts");
  return proxyOf(proxyEnv);
}

function notStarted(failed: readonly { readonly name: string; readonly error: string }[], file: string): RunnerError {
  const [first, ...others] = failed.map(({ name, error }) => `${name}: ${error}`);
  return configError(
    `MCP servers of ${file} did not start: ${[first, ...others].join(" ")}`,
    "Fix them, set `enabled: false`, or name them in `mcp.optional` of the policy to run without them.",
  );
}

/** Warnings about rules that can never match: a misspelt name may have been meant to forbid something. */
function unknownPatterns({ rules }: Policy, facts: readonly McpServerFact[], disabled: readonly string[]): string[] {
  const known = new Map(facts.flatMap((fact) => ("error" in fact ? [] : [[fact.name, fact] as const])));
  const away = new Set([...disabled, ...facts.flatMap((fact) => ("error" in fact ? [fact.name] : []))]);
  return rules.flatMap(({ id, written }) =>
    written.mcp
      .filter((pattern) => {
        const [server = "", tool = ""] = pattern.split(/\/(.*)/s);
        if (away.has(server)) return false;
        const fact = known.get(server);
        if (tool.startsWith(RESOURCE)) return fact?.hasResources !== true;
        return tool === "*" ? fact === undefined : fact?.tools.some(({ name }) => name === tool) !== true;
      })
      .map((pattern) => `The policy's rule ${id} names ${pattern}, which no MCP server of this run has.`),
  );
}

/** Gives the agent the tools of its servers. A failure is returned, because it becomes the outcome of the session, which has begun. */
export async function joinServers(servers: RunServers, agent: RunAgent, emit: Emit) {
  try {
    const mcp = (await servers?.tell(emit)) ?? NO_MCP;
    const { failure } = mcp;
    return { agent: failure === undefined ? withLoaded(agent, mcp) : withoutServers(agent), mcp, failure };
  } catch (failure) {
    return { agent: withoutServers(agent), mcp: NO_MCP, failure };
  }
}

export function withLoaded(agent: RunAgent, { facts, gateway, absent }: RunMcp): RunAgent {
  return withServers(agent, { facts, absent, isOnDemand: gateway.isOnDemand });
}

function withoutServers(agent: RunAgent): RunAgent {
  return withLoaded(agent, { ...NO_MCP, absent: ["mcp__"] });
}
