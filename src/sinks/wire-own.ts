/** The lines of Kimi CLI's wire, and messages of our own for what it does not have. docs/wire.md lists them. */

import { canonicalJson } from "../base/canonical-json.ts";
import { VERSION } from "../base/version.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import type { TokenUsage } from "../protocol/model.ts";
import type { ReadBy } from "../protocol/readers.ts";
import type { AgentEnd } from "../protocol/subagent.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf } from "../protocol/wire.ts";

/** Version of Kimi CLI's protocol that the message types are from. */
const PROTOCOL_VERSION = "1.10";

/** A message. The types that Kimi CLI does not have begin with `Runner`. */
export interface WireMessage {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function message(type: string, payload: WireMessage["payload"] = {}): WireMessage {
  return { type, payload };
}

/** The first line of a stream, with its newline. */
export function metadataLine(): string {
  const metadata = { type: "metadata", protocol_version: PROTOCOL_VERSION, program: "kimi-runner", version: VERSION };
  return `${JSON.stringify(metadata)}\n`;
}

/** One message, with its newline. `atMs`: wall time since the epoch. Keys are sorted as in the journal, so that an export has the same bytes. */
export function messageLine({ type, payload }: WireMessage, atMs: number): string {
  const message = `{"type":${JSON.stringify(type)},"payload":${canonicalJson(payload)}}`;
  return `{"timestamp":${atMs / 1000},"message":${message}}\n`;
}
/** Kimi CLI's names for the tokens of a call. */
export function tokenUsage({ input, output, cacheRead, cacheWrite }: TokenUsage): object {
  return { input_other: input, output, input_cache_read: cacheRead, input_cache_creation: cacheWrite };
}

/** The messages that are an event with other names: the message's name, and the fields that it has. */
const RENAMED = {
  "session.begin": [
    "Session",
    ...(["sessionId", "program", "task", "model", "window", "agent", "workDir"] as const),
    ...(["baseCommit", "headCommit", "readOnly", "policyDigest", "limits"] as const),
  ],
  "session.resume": ["Resume", "rung", "model", "window", "limits"],
  "cell.open": ["Sandbox", "rung", "probes"],
  "repetition.notice": ["Repetition", "tool", "count"],
  "assumption.made": ["Assumption", "question"],
  "bug.report": ["Bug", "title", "description"],
  "mail.sent": ["Mail", "checkpoint", "message", "restoreFiles"],
  "model.wasted": ["Wasted", "why", "usage", "costUsd"],
  "tool.usage": ["ToolUsage", "purpose", "model", "usage", "costUsd"],
  "model.fallback": ["Fallback", "step", "agentId", "from", "model", "window", "reason"],
  "mode.switch": ["Mode", "from", "to", "reason"],
  "background.start": ["Background", "id", "command"],
  "limit.pressed": ["Limit", "limit"],
  "verify.begin": ["VerifyBegin", "round", "commands"],
  "verify.end": ["VerifyEnd", "round", "passed", "results"],
  "flow.begin": ["FlowBegin", "name", "node"],
  "flow.move": ["FlowMove", "from", "to", "moves", "choice"],
  "flow.end": ["FlowEnd", "reason"],
  "skill.load": ["Skill", "name"],
  "subagent.define": ["SubagentDefine", "name", "description", "systemPrompt", "tools"],
} as const satisfies { readonly [T in Renamed]: readonly [name: string, ...fields: (keyof EventOf<T>)[]] };

type Renamed = Exclude<ReadBy<"own">["type"], "session.end" | "mcp.end" | "subagent.begin" | "subagent.end">;

export function ownMessage(event: ReadBy<"own">): WireMessage {
  if (event.type === "session.end") return own("Outcome", outcomePayload(event));
  if (event.type === "mcp.end") return own("Mcp", { servers: event.servers.map(serverPayload) });
  if (event.type === "subagent.begin") {
    const { callId, agentId, agent, prompt, resumes } = event;
    const payload = { parent_tool_call_id: callId, agent_id: agentId, subagent_type: agent, prompt, resumes };
    return own("SubagentBegin", payload);
  }
  if (event.type === "subagent.end")
    return own("SubagentEnd", { parent_tool_call_id: event.callId, ...agentPayload(event) });
  const [name, ...fields] = RENAMED[event.type];
  const values: Readonly<Record<string, unknown>> = { ...event };
  return own(name, renamedFields(values, fields));
}

/** These fields of an event by their names in a message. */
function renamedFields<T extends object>(event: T, fields: readonly (keyof T & string)[]): WireMessage["payload"] {
  return Object.fromEntries(fields.map((field) => renamed(field, event[field])));
}

function renamed(key: string, value: unknown): readonly [string, unknown] {
  if (key === "usage") return ["token_usage", tokenUsage(value as TokenUsage)];
  if (key === "window") return ["max_context_tokens", value];
  return [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value];
}

/** A message of type `Runner…`, a name that no later version of the protocol will have. */
export function own(name: string, payload: WireMessage["payload"]): WireMessage {
  return { type: `Runner${name}`, payload };
}

export function isRunners({ type }: WireMessage): boolean {
  return type.startsWith("Runner");
}

function outcomePayload(event: OutcomeRecord): WireMessage["payload"] {
  const { unanswered, agents } = event;
  return {
    ...renamedFields(event, ["outcome", "reason", "steps", "usage", "costUsd", "filesChanged"]),
    ...renamedFields(event, ["patchDigest", "text", "verification"]),
    unanswered: unanswered && renamedFields(unanswered, ["paid", "free", "tokens", "costUsd"]),
    agents: agents?.map(agentPayload),
  };
}

function serverPayload(server: McpServerFact): WireMessage["payload"] {
  if ("error" in server) return { name: server.name, error: server.error };
  return { name: server.name, tools: server.tools.map(({ name }) => name), tools_digest: server.toolsDigest };
}

function agentPayload(end: AgentEnd): WireMessage["payload"] {
  return { subagent_type: end.agent, ...renamedFields(end, ["agentId", "stop", "steps", "usage", "costUsd"]) };
}
