/** Reads this program's configuration file of MCP servers. With any mistake, no server starts. */

import { nearest } from "../base/nearest.ts";
import type { Field, Mistake } from "../yaml/mistakes.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { McpFile, type ServerEntry } from "./config-schema.ts";

interface ServerSettings {
  readonly name: string;
  readonly startupTimeoutMs: number;
  readonly toolTimeoutMs: number;
  /** All tools are enabled when this is left out. */
  readonly enabledTools?: readonly string[] | undefined;
  readonly disabledTools: readonly string[];
}

/** A program in the cell. */
export interface StdioServer extends ServerSettings {
  readonly kind: "stdio";
  readonly command: readonly [file: string, ...args: string[]];
  /** Relative to the workspace. */
  readonly cwd: string;
  /** Variables of the process, without secrets. */
  readonly env: Readonly<Record<string, string>>;
}

/** A server to which the controller connects. */
export interface HttpServer extends ServerSettings {
  readonly kind: "http" | "sse";
  readonly url: string;
  /** Headers of each request. They may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

export type ServerConfig = StdioServer | HttpServer;

export interface ServerRules extends Variables {
  /** Allowed hosts, as `URL.host` writes them. */
  readonly hosts: readonly string[];
  /** Names of servers that a run can do without. */
  readonly optional: readonly string[];
  /** Whether a variable holds a secret, which must not reach the cell. */
  readonly isSecret: (name: string, value: string) => boolean;
}

/** A file of the base commit. */
export interface ServersFile {
  readonly file: string;
  readonly text: string;
}

export interface Servers {
  /** By name. */
  readonly servers: readonly ServerConfig[];
  readonly disabled: readonly string[];
  /** The variables that headers use: name → value. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Kimi Code's defaults. */
const STARTUP_TIMEOUT_MS = 30_000;
const TOOL_TIMEOUT_MS = 60_000;

/** Reads the servers. Throws `config.invalid`. */
export function readServers({ file, text }: ServersFile, rules: ServerRules): Servers {
  const { data, refuse } = readYaml({ file, text, schema: McpFile });
  const mistakes: Mistake[] = [];
  const secrets: Record<string, string> = {};
  const entries = Object.entries(data.mcpServers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = entries.map(([name]) => name);
  for (const name of rules.optional.filter((one) => !names.includes(one))) {
    const close = nearest(name, names);
    const hint = close === undefined ? "" : `; did you mean "${close}"?`;
    mistakes.push({
      field: ["mcpServers"],
      says: `no server "${name}", which the policy names in mcp.optional${hint}`,
    });
  }
  const servers = entries.flatMap(([name, entry]): ServerConfig[] => {
    if (entry.enabled === false) return [];
    return readServer(name, entry, {
      rules,
      refuse: (key, says) => void mistakes.push({ field: ["mcpServers", name, ...key], says }),
      accept: (key, accepts) => void mistakes.push({ field: ["mcpServers", name, ...key], accepts }),
      keep: (variable) => void (secrets[variable] = rules.env[variable] ?? ""),
      form: "own",
    });
  });
  if (mistakes.length > 0) throw refuse(mistakes);
  return { servers, disabled: entries.flatMap(([name, { enabled }]) => (enabled === false ? [name] : [])), secrets };
}

export interface Reader {
  readonly rules: ServerRules;
  /** Reports a mistake by a message. */
  readonly refuse: (key: Field, says: string) => void;
  /** Reports a mistake by what would be accepted. */
  readonly accept: (key: Field, accepts: string) => void;
  /** Remembers a variable that a header uses. */
  readonly keep: (variable: string) => void;
  /** Whose file it is. Another program's may have variables everywhere, and name the folder of the project. */
  readonly form: "own" | "foreign";
}

/** Keys that only one kind of server has. */
export const STDIO_KEYS = ["command", "args", "env", "cwd"] as const;
export const HTTP_KEYS = ["url", "headers", "bearerTokenEnvVar"] as const;

/** Reads one server; none where its kind is not known. The reader is told of every mistake. */
export function readServer(name: string, entry: ServerEntry, reader: Reader): ServerConfig[] {
  const { command, url, transport = entry.type } = entry;
  const settings: ServerSettings = {
    name,
    startupTimeoutMs: entry.startupTimeoutMs ?? STARTUP_TIMEOUT_MS,
    toolTimeoutMs: entry.toolTimeoutMs ?? TOOL_TIMEOUT_MS,
    enabledTools: entry.enabledTools,
    disabledTools: entry.disabledTools ?? [],
  };
  if ((command === undefined) === (url === undefined)) {
    reader.refuse([], "expected either `command`, for a program in the cell, or `url`");
    return [];
  }
  const isStdio = command !== undefined;
  for (const key of isStdio ? HTTP_KEYS : STDIO_KEYS) {
    if (entry[key] !== undefined) reader.refuse([key], `a server with \`${isStdio ? "command" : "url"}\` has none`);
  }
  if (transport !== undefined && (transport === "stdio") !== isStdio) {
    const accepts = isStdio ? "stdio, which `command` means" : "http or sse, which `url` means";
    reader.accept([entry.transport === undefined ? "type" : "transport"], accepts);
  }
  if (command !== undefined) return [readStdio(settings, { ...entry, command }, reader)];
  return [readHttp(settings, { ...entry, url: url ?? "" }, { kind: transport === "sse" ? "sse" : "http", reader })];
}

/** A text outside of `env` and `headers`. In this program's own file it has no variables, in another's none with a secret. */
function placed(key: Field, text: string, reader: Reader): string {
  if (reader.form === "foreign") return withoutSecrets(key, text, { reader, why: "stand there" });
  if (namesVariable(text)) reader.refuse(key, "variables are allowed in `env` and `headers` only");
  return text;
}

/** The text with its variables. `why`: what a secret must not do. */
function withoutSecrets(
  key: Field,
  text: string,
  { reader: { rules, refuse, form }, why }: { readonly reader: Reader; readonly why: string },
): string {
  const value = expandAs(form, text, rules);
  if ("problem" in value) {
    refuse(key, value.problem);
    return text;
  }
  const secret = value.used.find((name) => rules.isSecret(name, rules.env[name] ?? ""));
  if (secret !== undefined) refuse(key, `${secret} contains a secret, which must not ${why}`);
  return value.text;
}

function readStdio(
  settings: ServerSettings,
  { command, args = [], env = {}, cwd = "." }: ServerEntry & { readonly command: string },
  reader: Reader,
): StdioServer {
  const program = placed(["command"], command, reader);
  const folder = placed(["cwd"], cwd, reader);
  const words = args.map((arg, index) => placed(["args", index], arg, reader));
  const variables = Object.entries(env).map(
    ([key, text]) => [key, withoutSecrets(["env", key], text, { reader, why: "reach the cell" })] as const,
  );
  return {
    ...settings,
    kind: "stdio",
    command: [program, ...words],
    cwd: folder,
    env: Object.fromEntries(variables),
  };
}

function readHttp(
  settings: ServerSettings,
  { url: written, headers = {}, bearerTokenEnvVar: token }: ServerEntry & { readonly url: string },
  { kind, reader }: { readonly kind: HttpServer["kind"]; readonly reader: Reader },
): HttpServer {
  const { rules, refuse, accept, keep, form } = reader;
  const url = form === "own" ? written : placed(["url"], written, reader);
  const problem = addressProblem(url, rules.hosts);
  if (problem !== undefined) accept(["url"], problem);
  const sent: Record<string, string> = {};
  for (const [name, text] of Object.entries(headers)) {
    const value = expandAs(form, text, rules);
    if ("problem" in value) refuse(["headers", name], value.problem);
    else if (!isHeader(name, value.text)) refuse(["headers", name], "this cannot be sent as a header");
    else {
      for (const variable of value.used) keep(variable);
      sent[name.toLowerCase()] = value.text;
    }
  }
  if (token !== undefined) {
    const wrong = variableProblem(token, rules);
    const value = `Bearer ${rules.env[token] ?? ""}`;
    if (wrong !== undefined) refuse(["bearerTokenEnvVar"], wrong);
    else if (!isHeader("authorization", value)) refuse(["bearerTokenEnvVar"], "its value cannot be sent as a header");
    else if (sent["authorization"] !== undefined)
      refuse(["bearerTokenEnvVar"], "there is an authorization header already");
    else {
      keep(token);
      sent["authorization"] = value;
    }
  }
  return { ...settings, kind, url, headers: sent };
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** What would be accepted in place of a server's address; undefined for a valid one. The controller sends it tokens. */
function addressProblem(text: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "an address that begins with https://, without variables";
  }
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) {
    return "https; http is for this machine only (127.0.0.1, [::1], localhost)";
  }
  if (url.username !== "" || url.password !== "") {
    return "an address without user and password; name a variable with a token in bearerTokenEnvVar";
  }
  if (hosts.includes(url.host)) return undefined;
  const named = hosts.length === 0 ? "it names none" : `it names ${hosts.join(", ")}`;
  return `a host that the policy names in mcp.hosts (${named})`;
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the variables that the policy allows. */
  readonly allowed: readonly string[];
}

/** The text with the names of the variables whose values are in it, or why it is invalid. */
type Expanded = { readonly text: string; readonly used: readonly string[] } | { readonly problem: string };

/** One that does not end has no name, and is the rest of the text. */
const REFERENCE = /\$\{(?:([^}]*)\}|[^}]*$)/g;

/** Other programs' forms: `${NAME:-what stands there where NAME is not set}` and `${env:NAME}`. */
const FOREIGN = /^(?:env:)?([A-Za-z_]\w*)(?::-([^]*))?$/;

function namesVariable(text: string): boolean {
  const begin = text.indexOf("${");
  return begin >= 0 && text.includes("}", begin);
}

/** What other programs write for the folder of the project, in which servers start. */
const PROJECT = /\$\{(?:workspaceFolder|CLAUDE_PROJECT_DIR)\}/g;

/** Replaces references by the values of their variables. A file of another program may use its forms of a reference. */
function expandAs(form: Reader["form"], text: string, variables: Variables): Expanded {
  const used: string[] = [];
  const problems: string[] = [];
  const located = form === "foreign" ? text.replaceAll(PROJECT, ".") : text;
  const expanded = located.replaceAll(REFERENCE, (whole, written?: string) => {
    if (written === undefined) return whole;
    const [, name = written, otherwise] = (form === "foreign" ? FOREIGN.exec(written) : undefined) ?? [];
    const problem = variableProblem(name, variables);
    if (problem !== undefined && otherwise !== undefined) return otherwise;
    if (problem === undefined) used.push(name);
    else problems.push(problem);
    return variables.env[name] ?? "";
  });
  const [problem] = problems;
  return problem === undefined ? { text: expanded, used } : { problem };
}

/** Why a variable cannot be used; undefined when it can be used. */
function variableProblem(name: string, { env, allowed }: Variables): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `"\${${name}}" is no variable; expected the form \${NAME}`;
  if (!allowed.includes(name)) {
    const known = allowed.length === 0 ? "none" : allowed.join(", ");
    return `the policy does not name the variable ${name}; named in mcp.env: ${known}`;
  }
  return env[name] === undefined || env[name] === "" ? `the variable ${name} is not set` : undefined;
}
