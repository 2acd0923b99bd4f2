/** Reads a server's prompt, which a person asks for with `/mcp:server:prompt`. Its text becomes the person's prompt. */

import type { Prompt as ListedPrompt } from "@modelcontextprotocol/client";
import { nearest } from "../base/nearest.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import type { Connection } from "./connection.ts";
import { contentOf } from "./result.ts";

/** Characters of a prompt: 12,500 tokens, as in a tool's result. */
const MAX_CHARS = 50_000;

/** Reads a prompt. `args` is the text after the command. Throws `config.invalid` for an unknown prompt and for arguments that it does not take. */
export async function readPrompt(
  connection: Connection,
  { server, name, args }: Readonly<Record<"server" | "name" | "args", string>>,
  signal: AbortSignal,
): Promise<string> {
  const listed = await connection.prompts(signal);
  const prompt = listed.find((one) => one.name === name);
  if (prompt === undefined) {
    const names = listed.map((one) => one.name);
    const close = nearest(name, names);
    const hint = close === undefined ? "" : `Did you mean "/mcp:${server}:${close}"? `;
    const text = `The MCP server ${server} has no prompt "${name}".`;
    throw configError(text, `${hint}Prompts: ${names.join(", ") || "none"}.`);
  }
  const { messages } = await connection.prompt(name, argumentsOf(args, prompt, server), signal);
  const { text } = contentOf(
    messages.map(({ content }) => content),
    server,
  );
  if (text.trim() === "")
    throw configError(`The prompt ${name} of the MCP server ${server} is empty.`, "Ask for another one.");
  if (text.length <= MAX_CHARS) return text;
  const long = `The prompt ${name} of the MCP server ${server} has ${text.length} characters; at most ${MAX_CHARS} are taken.`;
  throw configError(long, "Ask for a shorter part of it.");
}

/** Reads words, or words in quotes: each `name=value`, or values in order, the last of which takes the rest. */
function argumentsOf(text: string, prompt: ListedPrompt, server: string): Readonly<Record<string, string>> {
  const names = (prompt.arguments ?? []).map(({ name }) => name);
  const words = (text.match(/(?:[^\s"]+|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ""));
  const isNamed = words.length > 0 && words.every((word) => names.some((name) => word.startsWith(`${name}=`)));
  const values = isNamed
    ? words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)] as const)
    : names.flatMap((name, index) => {
        const isLast = index === names.length - 1;
        const value = isLast ? words.slice(index).join(" ") : words[index];
        return value === undefined || value === "" ? [] : [[name, value] as const];
      });
  const given = Object.fromEntries(values);
  const missing = (prompt.arguments ?? []).find(({ name, required }) => required === true && given[name] === undefined);
  if (missing !== undefined) throw wrongArguments(prompt, server, `needs ${missing.name}`);
  if (names.length === 0 && words.length > 0) throw wrongArguments(prompt, server, "takes no arguments");
  return given;
}

function wrongArguments({ name, arguments: all = [] }: ListedPrompt, server: string, what: string): RunnerError {
  const shown = all.map((one) => (one.required === true ? `<${one.name}>` : `[${one.name}]`));
  return configError(
    `"/mcp:${server}:${name}" ${what}.`,
    `Write "${["/mcp:" + server + ":" + name, ...shown].join(" ")}".`,
  );
}
