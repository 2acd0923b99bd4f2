/** Lists what a server has. Where one entry or the paging is not as the protocol says, the other entries are still read. */

import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type Client,
  type RequestOptions,
  type Tool as ListedTool,
} from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import { isRecord, member } from "../base/member.ts";
import { plainText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";

/** Pages of one list, as the client's own limit. */
const MAX_PAGES = 64;
/** How long a server that announces nothing may take to name its tools. Longer than the wait for a late result, so that its error is told. */
const UNANNOUNCED_MS = 3_000;
/** Characters of a tool's name in a warning. */
const MAX_NAME_CHARS = 100;

const Page = z.looseObject({ nextCursor: z.nullish(z.string()) });

export interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Tools that cannot be used, each with the reason. */
  readonly unusable: readonly string[];
}

export async function listTools(client: Client, request: RequestOptions): Promise<ToolList> {
  const read = async (): Promise<ToolList> => ({
    tools: (await client.listTools(undefined, request)).tools,
    unusable: [],
  });
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  if (tools !== undefined)
    return await read().catch(async (error: unknown) =>
      toolsIn(await entriesOf(client, "tools/list", { request, error })),
    );
  // A server that has something else may end at a question that it does not expect.
  if (resources !== undefined || prompts !== undefined) return { tools: [], unusable: [] };
  // Some servers announce nothing at all. The client would not ask them, and say so on standard output.
  const brief = { ...request, timeout: UNANNOUNCED_MS };
  return await entriesOf(client, "tools/list", { request: brief }).then(toolsIn, (error: unknown) => {
    const isLate = isTimeout(error);
    if (!isLate && !(error instanceof ProtocolError)) throw error;
    if (member(error, "code") === ProtocolErrorCode.MethodNotFound) return { tools: [], unusable: [] };
    const why = isLate ? `did not name them within ${UNANNOUNCED_MS} ms` : "answers with an error when asked for them";
    return { tools: [], unusable: [`all (it announces none, and ${why})`] };
  });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function toolsIn(entries: readonly unknown[]): ToolList {
  const tools: ListedTool[] = [];
  const unusable: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const tool = toolIn(entry);
    const name = member(entry, "name");
    if (typeof tool === "object") tools.push(tool);
    else unusable.push(`${typeof name === "string" ? shownName(name) : `tool ${index + 1}`} (${tool})`);
  }
  return { tools, unusable };
}

/** Reads a list that the client refuses. Entries without one of the `needed` texts are left out. */
export async function listLoosely<T>(
  client: Client,
  method: Exclude<keyof typeof LISTS, "tools/list">,
  given: { readonly request: RequestOptions; readonly error: unknown; readonly needed: readonly string[] },
): Promise<readonly T[]> {
  const entries = await entriesOf(client, method, given);
  return entries.filter(
    (entry) => isRecord(entry) && given.needed.every((key) => typeof entry[key] === "string"),
  ) as T[];
}

/** All entries as they come. Rethrows the client's error, if there is one, where the answer is of another form altogether. */
async function entriesOf(
  client: Client,
  method: keyof typeof LISTS,
  { request, error }: { readonly request: RequestOptions; readonly error?: unknown },
): Promise<readonly unknown[]> {
  const isForm = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
  if (error !== undefined && !isForm) throw error;
  const key = LISTS[method];
  const all: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const answer = await client.request({ method, ...params }, Page, request);
    const entries = answer[key];
    if (!Array.isArray(entries)) throw error ?? new Error(`the answer has no ${key}`);
    all.push(...entries);
    if (answer.nextCursor === cursor || (answer.nextCursor ?? "") === "") return all;
    cursor = answer.nextCursor ?? undefined;
  }
  return all;
}

/** The field of each list in its answer. */
const LISTS = { "tools/list": "tools", "resources/list": "resources", "prompts/list": "prompts" } as const;

/** The fields of a tool that are read, or why it cannot be used. */
function toolIn(entry: unknown): ListedTool | string {
  if (!isRecord(entry)) return "it is not described by an object";
  const { name, description, inputSchema } = entry;
  if (typeof name !== "string") return "it has no name";
  if (!isRecord(inputSchema)) return "its inputSchema is not an object";
  const { type = "object", properties = {} } = inputSchema;
  if (type !== "object" || !isRecord(properties)) return "its inputSchema does not describe an object";
  const isTask = member(entry["execution"], "taskSupport") === "required";
  return {
    name,
    inputSchema: { ...inputSchema, type },
    ...(typeof description === "string" ? { description } : {}),
    ...(isTask ? { execution: { taskSupport: "required" } } : {}),
  };
}

/** A server's name of a tool, in quotes and without hidden characters. */
export function shownName(name: string): string {
  return JSON.stringify(oneLine(plainText(name), MAX_NAME_CHARS));
}
