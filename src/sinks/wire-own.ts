/** Messages of our own for what Kimi CLI's wire does not have. docs/wire.md lists them. */

import type { McpServerFact } from "../protocol/mcp.ts";
import type { TokenUsage } from "../protocol/model.ts";
import type { ReadBy } from "../protocol/readers.ts";
import type { AgentEnd } from "../protocol/subagent.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { WireMessage } from "./wire-line.ts";

/** Kimi CLI's names for the tokens of a call. */
export function tokenUsage({ input, output, cacheRead, cacheWrite }: TokenUsage): object {
  return { input_other: input, output, input_cache_read: cacheRead, input_cache_creation: cacheWrite };
}

export function ownMessage(event: ReadBy<"own">): WireMessage {
  switch (event.type) {
    case "session.begin":
      return own("Session", {
        session_id: event.sessionId,
        program: event.program,
        task: event.task,
        model: event.model,
        max_context_tokens: event.window,
        agent: event.agent,
        work_dir: event.workDir,
        base_commit: event.baseCommit,
        head_commit: event.headCommit,
        read_only: event.readOnly,
        policy_digest: event.policyDigest,
        limits: event.limits,
      });
    case "session.resume":
      return own("Resume", {
        rung: event.rung,
        model: event.model,
        max_context_tokens: event.window,
        limits: event.limits,
      });
    case "session.end":
      return own("Outcome", outcomePayload(event));
    case "cell.open":
      return own("Sandbox", { rung: event.rung, probes: event.probes });
    case "repetition.notice":
      return own("Repetition", { tool: event.tool, count: event.count });
    case "assumption.made":
      return own("Assumption", { question: event.question });
    case "bug.report":
      return own("Bug", { title: event.title, description: event.description });
    case "mcp.end":
      return own("Mcp", { servers: event.servers.map(serverPayload) });
    case "mail.sent":
      return own("Mail", { checkpoint: event.checkpoint, message: event.message, restore_files: event.restoreFiles });
    case "model.wasted":
      return own("Wasted", { why: event.why, token_usage: tokenUsage(event.usage), cost_usd: event.costUsd });
    case "tool.usage": {
      const { purpose, model, usage, costUsd } = event;
      return own("ToolUsage", { purpose, model, token_usage: tokenUsage(usage), cost_usd: costUsd });
    }
    case "model.fallback": {
      const { step, agentId, from, model, window, reason } = event;
      return own("Fallback", { step, agent_id: agentId, from, model, max_context_tokens: window, reason });
    }
    case "mode.switch":
      return own("Mode", { from: event.from, to: event.to, reason: event.reason });
    case "background.start":
      return own("Background", { id: event.id, command: event.command });
    case "limit.pressed":
      return own("Limit", { limit: event.limit });
    case "verify.begin":
      return own("VerifyBegin", { round: event.round, commands: event.commands });
    case "verify.end":
      return own("VerifyEnd", { round: event.round, passed: event.passed, results: event.results });
    case "flow.begin":
      return own("FlowBegin", { name: event.name, node: event.node });
    case "flow.move":
      return own("FlowMove", { from: event.from, to: event.to, moves: event.moves, choice: event.choice });
    case "flow.end":
      return own("FlowEnd", { reason: event.reason });
    case "skill.load":
      return own("Skill", { name: event.name });
    case "subagent.define":
      return own("SubagentDefine", {
        name: event.name,
        description: event.description,
        system_prompt: event.systemPrompt,
        tools: event.tools,
      });
    case "subagent.begin":
      return own("SubagentBegin", {
        parent_tool_call_id: event.callId,
        agent_id: event.agentId,
        subagent_type: event.agent,
        prompt: event.prompt,
        resumes: event.resumes,
      });
    case "subagent.end":
      return own("SubagentEnd", { parent_tool_call_id: event.callId, ...agentPayload(event) });
  }
}

/** A message of type `Runner…`, a name that no later version of the protocol will have. */
export function own(name: string, payload: WireMessage["payload"]): WireMessage {
  return { type: `Runner${name}`, payload };
}

export function isRunners({ type }: WireMessage): boolean {
  return type.startsWith("Runner");
}

/** The last message of the stream of a run that was refused before it began. */
export function outcomeMessage(outcome: Pick<OutcomeRecord, "outcome" | "reason">): WireMessage {
  return own("Outcome", { outcome: outcome.outcome, reason: outcome.reason });
}

function outcomePayload(event: OutcomeRecord): WireMessage["payload"] {
  return {
    outcome: event.outcome,
    reason: event.reason,
    steps: event.steps,
    token_usage: tokenUsage(event.usage),
    cost_usd: event.costUsd,
    unanswered: event.unanswered && {
      paid: event.unanswered.paid,
      free: event.unanswered.free,
      tokens: event.unanswered.tokens,
      cost_usd: event.unanswered.costUsd,
    },
    files_changed: event.filesChanged,
    patch_digest: event.patchDigest,
    text: event.text,
    verification: event.verification,
    agents: event.agents?.map(agentPayload),
  };
}

function serverPayload(server: McpServerFact): WireMessage["payload"] {
  if ("error" in server) return { name: server.name, error: server.error };
  return { name: server.name, tools: server.tools.map(({ name }) => name), tools_digest: server.toolsDigest };
}

function agentPayload({ agentId, agent, stop, steps, usage, costUsd }: AgentEnd): WireMessage["payload"] {
  return {
    agent_id: agentId,
    subagent_type: agent,
    stop,
    steps,
    token_usage: tokenUsage(usage),
    cost_usd: costUsd,
  };
}
