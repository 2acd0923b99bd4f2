/** Plans calls of the servers' tools and reads of their resources, with the capabilities that the policy judges. */

import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { nearest } from "../base/nearest.ts";
import { framed } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { configError, describeError, RunnerError } from "../protocol/error.ts";
import type { McpGateway, McpPlan, McpReading } from "../protocol/tool.ts";
import { resourceTool, type McpStarted, type McpTool, serverPrefix } from "../protocol/mcp.ts";
import { argumentProblem, neededArguments, repairedArguments } from "./arguments.ts";
import { START, type McpServer } from "./server.ts";
import { sha256 } from "../base/sha256.ts";

type Input = Readonly<Record<string, unknown>>;

/** Digits of a description's digest that people see. */
const DIGEST_CHARS = 12;
const MAX_NAMES_CHARS = 1_000;
/** Addresses of resources appear in rules, comments and the journal. */
const MAX_URI_CHARS = 1_000;

/** Characters of a server's instructions: 500 tokens of every request. */
const MAX_INSTRUCTIONS_CHARS = 2_000;

interface Opened {
  readonly fact: McpStarted;
  readonly server: McpServer;
}

/** Creates the gateway. `instructions`: whether the model gets the servers' instructions. */
export function createGateway(
  opened: readonly Opened[],
  { isOnDemand, instructions }: { readonly isOnDemand: boolean; readonly instructions: boolean },
): McpGateway {
  const names = opened.map(({ fact }) => fact.name).join(", ") || "none";
  const find = (name: string): Opened => {
    const found = opened.find(({ fact }) => fact.name === name);
    if (found !== undefined) return found;
    throw mistake(`there is no MCP server ${JSON.stringify(name)}.`, `There are: ${names}.`);
  };
  return {
    servers: opened.map(({ fact }) => fact),
    isOnDemand,
    instructions: opened.flatMap(({ server: { name, instructions: text } }) =>
      instructions && text.trim() !== "" ? [framed(oneLine(text, MAX_INSTRUCTIONS_CHARS), `mcp ${name}`)] : [],
    ),
    planCall: async ({ server: name, tool, input }, signal) => {
      const { fact, server } = find(name);
      const known = fact.tools.find((one) => one.name === tool);
      const { spec, digest } = known === undefined ? await newTool(server, tool, { fact, signal }) : { spec: known };
      if (input === undefined && neededArguments(spec.parameters).length > 0) return schemaAnswer(server.name, spec);
      const given = repairedArguments(input ?? {}, spec.parameters);
      const problem = argumentProblem(given, spec.parameters);
      if (problem !== undefined && given[START] === undefined) {
        throw mistake(`mcp ${name}/${tool}: ${problem}.`, `What it takes: ${JSON.stringify(spec.parameters)}`);
      }
      const [callName = ""] = known === undefined ? callNames([{ server: name, tool }]) : [known.callName];
      return { ...plannedCall(server, spec, { input: given, digest }), meantBy: [callName] };
    },
    readPrompt: async ({ server: name, prompt, args }, signal) => {
      const found = opened.find(({ fact }) => fact.name === name);
      if (found === undefined) throw configError(`There is no MCP server "${name}".`, `Servers: ${names}.`);
      return await found.server.prompt(prompt, args, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof RunnerError) throw error;
        const text = `The prompt ${prompt} of the MCP server ${name} cannot be read: ${describeError(error)}`;
        throw configError(text, "Fix the server, or leave out its prompt.", error);
      });
    },
    planRead: (reading) => plannedReading(find(reading.server).server, reading),
  };
}

type Spec = Pick<McpTool, "name" | "description" | "parameters">;

/** What the model gets to know of a tool that a server lists. */
export function specOf({ name, description = "", inputSchema }: ListedTool): Spec {
  const { $schema: _, ...parameters } = inputSchema;
  return { name, description, parameters };
}

/** Plans a call. It never runs beside another: its effects are not known. `digest`: of a tool that came later. */
export function plannedCall(
  server: McpServer,
  { name, parameters }: Spec,
  { input, digest }: { readonly input: Input; readonly digest?: string | undefined },
): McpPlan {
  if (input[START] !== undefined && !hasOwnStart(parameters)) return pageCall(server, name, input);
  const news = digest === undefined ? "" : `, which came during the run (${digest.slice(0, DIGEST_CHARS)})`;
  return {
    access: "write",
    capabilities: [{ kind: "mcp", server: server.name, tool: name }],
    summary: `mcp ${server.name}/${name}${news}`,
    preview: JSON.stringify(input, null, 2),
    run: (signal) => server.call(name, input, { signal, digest }),
  };
}

function plannedReading(server: McpServer, { uri, start }: McpReading): McpPlan {
  if (!server.hasResources) throw mistake(`the MCP server ${server.name} has no resources.`);
  const problem = uri === undefined ? undefined : uriProblem(uri);
  if (problem !== undefined) throw mistake(`${oneLine(JSON.stringify(uri), 100)} cannot be read: ${problem}.`);
  const tool = resourceTool(uri);
  return {
    access: "write", // it may restart the server, which two calls must not do at the same time
    capabilities: [{ kind: "mcp", server: server.name, tool }],
    summary: `mcp ${server.name}/${tool}${start === 0 ? "" : ` from ${start}`}`,
    run: (signal) => server.read(uri, start, signal),
  };
}

/** Why an address is refused. Rules compare its beginning, so no later part of it may lead elsewhere. */
function uriProblem(uri: string): string | undefined {
  if (uri.length > MAX_URI_CHARS) return `it has more than ${MAX_URI_CHARS} characters`;
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(uri)) return "expected a uri of ASCII characters with its scheme";
  if (/[\\*]/.test(uri)) return "it has a backslash or an asterisk";
  return /(^|[/:]|%2f)(\.|%2e){1,2}([/?#]|%2f|$)/i.test(uri) ? "it has a part . or .." : undefined;
}

async function newTool(
  server: McpServer,
  tool: string,
  { fact, signal }: { readonly fact: McpStarted; readonly signal: AbortSignal },
): Promise<{ readonly spec: Spec; readonly digest: string }> {
  const found = await server.newTool(tool, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw mistake(`mcp ${server.name}/${tool}: ${describeError(error)}`);
  });
  if ("digest" in found) return { spec: specOf(found.tool), digest: found.digest };
  const names = [...fact.tools.map(({ name }) => name), ...found];
  const close = nearest(tool, names);
  throw mistake(
    `the MCP server ${server.name} has no tool ${JSON.stringify(tool)}.`,
    `${close === undefined ? "" : `Did you mean "${close}"? `}It has: ${oneLine(names.join(", "), MAX_NAMES_CHARS) || "none"}.`,
  );
}

/** The answer to a call without arguments: which ones the tool takes. It needs no approval, because the server is not called. */
function schemaAnswer(server: string, { name, description, parameters }: Spec): McpPlan {
  const text = `${description}\n\nIts arguments: ${JSON.stringify(parameters)}`;
  return {
    access: "read",
    capabilities: [],
    summary: `mcp ${server}/${name}: its arguments`,
    run: async () => ({ text: framed(text.trim(), `mcp ${server}/${name}`) }),
  };
}

function hasOwnStart({ properties }: McpTool["parameters"]): boolean {
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, START);
}

/** A further page of an answer that is kept. It needs no approval, because the server is not called. */
function pageCall(server: McpServer, tool: string, { [START]: start, ...values }: Input): McpPlan {
  const from = Number(start);
  const page = Number.isInteger(from) ? server.page(tool, values, from) : undefined;
  if (page === undefined) {
    const what = `no answer to these arguments is kept that has a character ${String(start)}`;
    throw mistake(`mcp ${server.name}/${tool}: ${what}.`, `Call it without ${START}.`);
  }
  const summary = `mcp ${server.name}/${tool}, from character ${from} of its answer`;
  return { access: "read", capabilities: [], summary, run: async () => page };
}

function mistake(message: string, hint?: string): RunnerError {
  return new RunnerError({ code: "tool.input", message, hint });
}

interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

const MAX_CALL_NAME_CHARS = 64;
/** With these digits a collision becomes likely at 2^16 tools. */
const HASH_CHARS = 8;

/** `mcp__server__tool` for each tool. A long or shared name ends with a hash of both, whatever the order. */
export function callNames(tools: readonly ServerTool[]): readonly string[] {
  const plain = tools.map(plainName);
  return plain.map((name, index) => {
    const tool = tools[index];
    const isAlone = plain.indexOf(name) === plain.lastIndexOf(name);
    if (tool === undefined || (isAlone && name.length <= MAX_CALL_NAME_CHARS)) return name;
    const hash = sha256(`${tool.server}\0${tool.tool}`).slice(0, HASH_CHARS);
    return `${name.slice(0, MAX_CALL_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
  });
}

function plainName({ server, tool }: ServerTool): string {
  return `${serverPrefix(server)}${tool.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`;
}
