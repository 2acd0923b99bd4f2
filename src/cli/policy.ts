/** `kimi-runner policy show | test | explain`: what the policy in force says, and why. Nothing runs. */

import { readFileSync } from "node:fs";
import type { Explanation, ToolExplanation } from "../policy/explain.ts";
import type { Policy } from "../policy/policy.ts";
import { RUNGS } from "../protocol/cell.ts";
import type { World } from "../run/open/request.ts";
import { loadPolicyHere } from "../run/open/policy-source.ts";
import { configError } from "../protocol/error.ts";
import type { Args, Subcommand } from "./args.ts";

export const policyCommand: Subcommand = {
  usage: "policy show | test | explain '<command>' | explain --mcp server/tool | explain -",
  summary: "print the policy in force, run its examples, or say which rule decides a command and why",
  maxArguments: Infinity, // the words of a command without quotes
  options: {
    policy: { value: "file", help: "instead of .github/kimi-policy.yml of the start commit" },
    profile: { value: "name", help: "a profile of the policy" },
    rung: { value: RUNGS.join("|"), help: "the cell to assume (default: sealed)" },
    mcp: { value: "server/tool", help: "explain: a tool of an MCP server instead of a command" },
    json: { help: "explain: one JSON object" },
  },
  run: async (args, world) => {
    const [action = "", ...rest] = args.positionals;
    const policy = await loadPolicyHere({ policyPath: args.text("policy"), profile: args.text("profile") }, world);
    switch (action) {
      case "show":
        requireNone(rest, "policy show");
        return show(policy, world);
      case "test":
        requireNone(rest, "policy test");
        return test(policy, world);
      case "explain":
        return explain(policy, rest.join(" "), args, world);
      default:
        throw configError(
          action === "" ? "policy needs to know what to do." : `policy ${action} is not known.`,
          "Accepted: show, test, explain.",
        );
    }
  },
};

function requireNone([surplus]: readonly string[], usage: string): void {
  if (surplus !== undefined) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
}

async function show(policy: Policy, world: World): Promise<number> {
  const { showPolicy } = await import("../policy/explain.ts");
  world.out(showPolicy(policy));
  return 0;
}

/** Says how many examples there are. A policy in which one fails does not load. */
function test(policy: Policy, world: World): number {
  const { length } = policy.rules.flatMap(({ examples }) => examples);
  world.out(`${policy.file}: ${length} examples passed, 0 failed\n`);
  return 0;
}

async function explain(policy: Policy, command: string, args: Args, world: World): Promise<number> {
  const { explainCommand, explainLine, explainTool } = await import("../policy/explain.ts");
  const options = { rung: args.choice("rung", ["sealed", "separate", "none"], "sealed"), workDir: world.cwd };
  if (command === "-") {
    for (const line of readFileSync(0, "utf8").split("\n")) {
      if (line.trim() !== "") world.out(`${explainLine(policy, line, options)}\n`);
    }
    return 0;
  }
  const name = args.text("mcp");
  if (name === undefined && command === "")
    throw configError("There is no command.", "Give one in quotes, or - for JSON lines.");
  if (name !== undefined && command !== "")
    throw configError(`One argument too many: ${command}.`, "Give --mcp alone.");
  const explanation =
    name === undefined ? explainCommand(policy, command, options) : explainTool(policy, name, options);
  if (explanation === undefined) throw configError(`--mcp ${name ?? ""} names no tool.`, "Give server/tool.");
  if (args.has("json")) world.out(`${JSON.stringify(explanation)}\n`);
  else world.out(explanationText(explanation));
  return 0;
}

function explanationText(explanation: Explanation | ToolExplanation): string {
  const { verdict, rule, reason } = explanation;
  const { parts, notUnderstood } = "parts" in explanation ? explanation : { parts: [], notUnderstood: undefined };
  const why = (text: string | undefined): string => (text === undefined ? "" : `: ${text}`);
  const lines = parts.map((part) => {
    const what = part.argv?.join(" ") ?? (part.write === undefined ? `read ${part.read}` : `write ${part.write}`);
    return `  ${part.verdict.padEnd(7)} ${what} — ${part.rule}${why(part.reason)}`;
  });
  const unknown = notUnderstood === undefined ? [] : [`  not understood: ${notUnderstood}`];
  return [`${verdict} — ${rule}${why(reason)}`, ...lines, ...unknown, ""].join("\n");
}
