/** Reads other programs' `.mcp.json`. A server is off unless the policy names it, and no mistake ends a run. */

import { isRecord, member, parseJson } from "../base/member.ts";
import { nearest } from "../base/nearest.ts";
import { plainText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import { Server, SERVER_KEYS, SERVER_NAME } from "./config-schema.ts";
import {
  HTTP_KEYS,
  readServer,
  STDIO_KEYS,
  type ServerConfig,
  type ServerRules,
  type Servers,
  type ServersFile,
} from "./config.ts";

/** Characters of the names in a note. */
const MAX_NAMES_CHARS = 500;
/** Characters of one name or reason. */
const MAX_CHARS = 300;

/** The offered servers by name; undefined for a file that offers none in a form that is known. */
function offersIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const servers = member(parseJson(text.replace(/^\uFEFF/, "")), "mcpServers");
  return isRecord(servers) ? servers : undefined;
}

/** Reads the servers that the policy allows. `notes` say what is off and why, for the warnings of the run. */
export function readForeign(
  { file, text }: ServersFile,
  rules: ServerRules & { readonly allow: readonly string[] },
): Servers & { readonly notes: readonly string[] } {
  const offers = offersIn(text);
  const names = Object.keys(offers ?? {}).toSorted();
  const wanted = names.filter((name) => rules.allow.includes(name));
  const off = names.filter((name) => !wanted.includes(name));
  const servers: ServerConfig[] = [];
  const secrets: Record<string, string> = {};
  const notes: string[] = [];
  if (offers === undefined) notes.push(`${file} is not used: it is not JSON with a mapping \`mcpServers\`.`);
  else if (off.length > 0) notes.push(offNote(file, off));
  for (const name of rules.allow.filter((one) => offers !== undefined && !names.includes(one))) {
    const close = nearest(name, names);
    const hint = close === undefined ? "" : ` Did you mean "${shown(close)}"?`;
    notes.push(`mcp.allow of the policy names ${name}, which ${file} does not have.${hint}`);
  }
  for (const name of wanted) {
    const entry = offers?.[name];
    if (isRecord(entry) && (entry["disabled"] === true || entry["enabled"] === false)) continue;
    const { server, problems } = readOffer(name, entry, rules, (variable) => {
      secrets[variable] = rules.env[variable] ?? "";
    });
    if (server !== undefined && problems.length === 0) servers.push(server);
    else notes.push(`Without the MCP server ${shown(name)} of ${file}: ${oneLine(problems.join("; "), MAX_CHARS)}.`);
  }
  const used = new Set(servers.map(({ name }) => name));
  return { servers, disabled: names.filter((name) => !used.has(name)), secrets, notes };
}

function offNote(file: string, off: readonly string[]): string {
  const which = oneLine(off.map(shown).join(", "), MAX_NAMES_CHARS);
  return `${counted(off.length, "MCP server")} of ${file} ${off.length === 1 ? "is" : "are"} off: ${which}. A server runs only if \`mcp.allow\` of the policy names it.`;
}

function shown(name: string): string {
  return oneLine(plainText(name), MAX_CHARS);
}

function readOffer(name: string, offer: unknown, rules: ServerRules, keep: (variable: string) => void) {
  const problems: string[] = [];
  const refuse = (key: readonly PropertyKey[], says: string): void =>
    void problems.push([key.join("."), says].filter((part) => part !== "").join(": "));
  if (!SERVER_NAME.test(name)) refuse([], "rules and tools need a name of letters, digits, `.`, `_` and `-`");
  const parsed = Server.safeParse(isRecord(offer) ? knownFields(offer) : offer);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) refuse(path, `expected ${message}`);
    return { problems };
  }
  const accept = (key: readonly PropertyKey[], accepts: string): void => refuse(key, `expected ${accepts}`);
  const [server] = readServer(name, parsed.data, { rules, refuse, accept, keep, form: "foreign" });
  return { server, problems };
}

/** The fields without those that only other programs know, those of the other kind of server, and empty ones. */
function knownFields(offer: Readonly<Record<string, unknown>>): object {
  const isStdio = (offer["command"] ?? "") !== "";
  const others: readonly string[] = isStdio ? HTTP_KEYS : STDIO_KEYS;
  const known = SERVER_KEYS.filter((key) => !others.includes(key) && (offer[key] ?? "") !== "");
  return Object.fromEntries(known.map((key) => [key, offer[key]]));
}
