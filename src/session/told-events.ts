/** The shapes of the events that people are told of. A journal of another job is checked before it is folded. */

import * as z from "zod/mini";
import { GITHUB_ACTIONS } from "../protocol/approval.ts";
import { SANDBOX_LEVELS } from "../protocol/cell.ts";
import { OUTCOME_NAMES, type Outcome } from "../protocol/outcome.ts";
import { SEVERITIES } from "../protocol/tools/finding.ts";
import type { ReadBy } from "../protocol/readers.ts";
import type { FactType } from "../run-model/meanings.ts";

const count = z.number().check(z.minimum(0));
const text = z.string();
const optional = { text: z.optional(text), count: z.optional(count) };

const Usage = z.looseObject({ input: count, cacheRead: count, cacheWrite: count, output: count });
const Paid = { usage: z.optional(Usage), costUsd: optional.count };
const Limits = z.looseObject({ steps: count, minutes: count, costUsd: optional.count, tokens: optional.count });
/** It appears in hidden marks, branch names and commit trailers. */
const SessionId = text.check(z.regex(/^[0-9A-Za-z][\w-]{0,99}$/));
const ObjectId = text.check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));
const Digest = text.check(z.regex(/^[0-9a-f]{64}$/));

const path = text;
const Capability = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("read"), path }),
  z.looseObject({ kind: z.literal("write"), path }),
  z.looseObject({ kind: z.literal("exec"), command: text, cwd: text }),
  z.looseObject({ kind: z.literal("mcp"), server: text, tool: text }),
  z.looseObject({ kind: z.literal("net"), host: text }),
  z.looseObject({ kind: z.literal("github"), action: z.enum(GITHUB_ACTIONS), name: optional.text }),
]);

const Version = { path, mode: optional.text, oid: optional.text };

const Held = z.looseObject({
  callId: text,
  index: count,
  tool: text,
  summary: text,
  preview: optional.text,
  rule: text,
  also: z.optional(z.array(text)),
  near: optional.text,
  reason: optional.text,
  capabilities: z.array(Capability),
  digest: Digest,
  files: z.optional(z.array(z.looseObject({ ...Version, rule: text, isAnswerable: z.boolean() }))),
  unshown: z.optional(z.array(z.looseObject({ path, chars: optional.count }))),
});

const lines = z.array(text);
export const FindingShape = z.looseObject({
  path,
  quote: lines,
  line: optional.count,
  severity: z.enum(SEVERITIES),
  title: text,
  evidence: text,
  replacement: z.optional(lines),
  fingerprint: text.check(z.regex(/^[0-9a-f]{16}$/)),
  anchor: z.optional(z.looseObject({ side: z.enum(["LEFT", "RIGHT"]), start: count, end: count })),
  unanchored: optional.text,
  prose: optional.text,
});

const Checked = { command: text, passed: z.boolean(), end: text };
const results = z.array(z.looseObject(Checked));
const Verified = z.looseObject({ rounds: count, passed: z.boolean(), results });

const AgentEnd = z.looseObject({ agentId: text, agent: text, stop: text, steps: count, ...Paid, usage: Usage });

const number = z.int().check(z.minimum(1));
const Output = z.discriminatedUnion("action", [
  z.object({ action: z.literal("label"), number, labels: z.array(text) }),
  z.object({ action: z.literal("assign"), number, logins: z.array(text) }),
  z.object({ action: z.literal("issue"), title: text, body: text, labels: z.array(text) }),
  z.object({ action: z.literal("comment"), number, body: text }),
  z.object({ action: z.literal("close"), number, reason: z.enum(["completed", "not_planned"]) }),
]);

const SHAPES = {
  "session.begin": z.looseObject({
    sessionId: SessionId,
    model: text,
    task: text,
    choice: z.optional(z.looseObject({ kind: z.enum(["agent", "mode", "file"]), name: text })),
    origin: z.optional(
      z.looseObject({
        repository: text,
        thread: optional.count,
        isPull: z.boolean(),
        requester: z.optional(z.looseObject({ id: count, login: text })),
        outsider: z.optional(z.literal(true)),
        verb: text,
        key: optional.text,
        into: optional.text,
        merge: z.optional(z.tuple([ObjectId, ObjectId])),
      }),
    ),
    baseCommit: ObjectId,
    headCommit: ObjectId,
    readOnly: z.boolean(),
    policyDigest: Digest,
    limits: Limits,
  }),
  "session.resume": z.looseObject({
    rung: z.enum(SANDBOX_LEVELS),
    model: optional.text,
    limits: z.optional(Limits),
    killedMs: optional.count,
  }),
  "cell.open": z.looseObject({ rung: z.enum(SANDBOX_LEVELS), probes: z.array(z.looseObject({ held: z.boolean() })) }),
  "mode.switch": z.looseObject({ to: text }),
  "step.begin": z.looseObject({ step: count }),
  "model.fallback": z.looseObject({ step: count, agentId: optional.text, model: text, reason: text }),
  "attempt.begin": z.looseObject({ ...Paid, usage: Usage }),
  "step.usage": z.looseObject({ ...Paid, usage: Usage }),
  "model.wasted": z.looseObject({ ...Paid, usage: Usage }),
  "compaction.end": z.looseObject(Paid),
  "closing.usage": z.looseObject({ ...Paid, usage: Usage }),
  "tool.usage": z.looseObject({ ...Paid, usage: Usage }),
  "call.judged": z.looseObject({
    callId: text,
    summary: text,
    capabilities: z.array(z.looseObject({ kind: text, path: optional.text, command: optional.text })),
    decision: z.looseObject({
      verdict: z.enum(["approve", "reject", "defer"]),
      rule: text,
      reason: optional.text,
    }),
  }),
  "call.failed": z.looseObject({}),
  "step.interrupted": z.looseObject({}),
  "tool.end": z.looseObject({ callId: text, tool: text, isError: z.boolean(), result: z.looseObject({ text }) }),
  "todo.update": z.looseObject({
    todos: z.array(z.looseObject({ title: text, status: z.enum(["pending", "in_progress", "done"]) })),
  }),
  "assumption.made": z.looseObject({ question: text }),
  "bug.report": z.looseObject({ title: text, description: text }),
  "output.asked": z.looseObject({ output: Output }),
  "finding.reported": z.looseObject({ finding: FindingShape }),
  "context.append": z.looseObject({ messages: z.array(z.looseObject({ role: text })) }),
  "verify.end": z.looseObject({
    round: count,
    passed: z.boolean(),
    results: z.array(z.looseObject({ ...Checked, output: text })),
  }),
  "change.origins": z.looseObject({ files: z.looseObject({}) }),
  "change.approved": z.looseObject({ files: z.array(z.looseObject(Version)) }),
  "deferral.open": z.looseObject({ held: z.array(Held) }),
  "deferral.answer": z.looseObject({ digest: Digest, verdict: z.enum(["approve", "reject"]), by: text }),
  warning: z.looseObject({ text }),
  "session.end": z.looseObject({
    outcome: z.enum(OUTCOME_NAMES as readonly [Outcome, ...Outcome[]]),
    reason: text,
    steps: count,
    usage: Usage,
    costUsd: optional.count,
    filesChanged: count,
    tree: z.optional(ObjectId),
    patchDigest: z.optional(Digest),
    text: optional.text,
    verification: z.optional(Verified),
    agents: z.optional(z.array(AgentEnd)),
    apart: z.optional(
      z.array(z.looseObject({ ...Version, rule: text, reason: optional.text, isAnswerable: z.literal(false) })),
    ),
    earlier: z.optional(z.looseObject({ count, paths: z.array(text) })),
    hindrance: z.optional(z.looseObject({ what: text, fix: text })),
  }),
} satisfies Record<FactType | Exclude<ReadBy<"tally" | "answered">["type"], "subagent.event">, z.ZodMiniType>;

const Named = z.looseObject({ type: text });
const OfSubagent = z.looseObject({ type: z.literal("subagent.event"), event: Named });

/** What is wrong with an event; undefined for one that fits its shape or that has none here. */
export function problemOfEvent(event: unknown): string | undefined {
  const named = z.safeParse(Named, event);
  if (!named.success) return "it has no type";
  const { type } = named.data;
  if (type === "subagent.event") {
    const inside = z.safeParse(OfSubagent, event);
    return inside.success ? problemOfEvent(inside.data.event) : `${type}: it holds no event`;
  }
  const shape = new Map<string, z.ZodMiniType>(Object.entries(SHAPES)).get(type);
  const parsed = shape === undefined ? undefined : z.safeParse(shape, event);
  if (parsed === undefined || parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${type}: ${issue?.path.join(".") || "the event"}: ${issue?.message ?? "does not fit"}`;
}
