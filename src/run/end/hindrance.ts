/** What kept a run from its work (a refused host, a missing program, a limit), and the policy lines that help. */

import { enumerated } from "../../base/words.ts";
import { BUILTIN_POLICY_NAME } from "../../policy/file/builtin-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { Hindrance, Outcome } from "../../protocol/outcome.ts";
import type { Obstacles } from "../../run-model/obstacles.ts";
import { POLICY_PATH } from "../open/request.ts";

interface Circumstances {
  readonly outcome: Outcome;
  readonly readOnly: boolean | undefined;
  readonly policy: Pick<Policy, "file" | "limits" | "sandbox">;
  /** The limits in force. */
  readonly limits: Limits | undefined;
  /** How many steps were taken. Below the limit the run ended at the bound of a flow. */
  readonly steps: number;
}

const MAX_NAMES = 3;

/** Undefined for an end that needs no person, and where nothing was in the way. */
export function hindranceOf({ hosts, tools }: Obstacles, about: Circumstances): Hindrance | undefined {
  const { outcome, readOnly = false, policy, limits, steps } = about;
  const isFlow = outcome === "limit_steps" && steps < (limits ?? policy.limits).steps;
  const limit = isFlow ? undefined : limitLine(outcome, policy.limits, limits);
  const isEnd = limit !== undefined || outcome === "stuck" || outcome === "rejected";
  if (!isEnd && (outcome !== "no_change" || readOnly)) return undefined;
  const listed = [...hosts.keys()].slice(0, MAX_NAMES);
  const names = [...hosts.values()].slice(0, MAX_NAMES);
  const missing = [...tools].slice(0, MAX_NAMES);
  const quoted = missing.map((name) => `\`${name}\``);
  const lines = [
    ...(listed.length === 0 ? [] : [hostLine(listed, policy)]),
    ...(missing.length === 0
      ? []
      : [
          `Install ${enumerated(quoted, "and")} with \`sandbox.setup\` of the policy or in a step before the run; \`sandbox.readonly\` shows a folder of this machine to the cell.`,
        ]),
    ...(limit === undefined ? [] : [limit]),
  ];
  if (lines.length === 0) return undefined;
  const what = [
    ...(names.length === 0 ? [] : [`no network to ${enumerated(names, "and")}`]),
    ...(missing.length === 0 ? [] : [`${enumerated(missing, "and")} not found`]),
  ].join(", ");
  return { what, fix: lines.join(" ") };
}

/** The line of the policy that lists what was refused. */
function hostLine(listed: readonly string[], { file, sandbox }: Circumstances["policy"]): string {
  const names = listed.join(", ");
  if (sandbox.network.length > 0) return `Add \`${names}\` to \`sandbox.network\` in ${file}.`;
  const line = `\`sandbox: { network: [${names}] }\``;
  return file === BUILTIN_POLICY_NAME
    ? `The policy opens it with ${line}: \`kimi-runner policy show > ${POLICY_PATH}\` writes the file that you change.`
    : `${file} opens it with ${line}.`;
}

const LIMITS = {
  limit_steps: { field: "steps", key: "steps" },
  limit_time: { field: "minutes", key: "minutes" },
  limit_cost: { field: "costUsd", key: "cost_usd" },
  limit_tokens: { field: "tokens", key: "tokens" },
} as const;

/** Undefined for an outcome that is no limit. */
function limitLine(outcome: Outcome, allowed: Limits, inForce: Limits = allowed): string | undefined {
  if (!Object.hasOwn(LIMITS, outcome)) return undefined;
  const { field, key } = LIMITS[outcome as keyof typeof LIMITS];
  const [most, own] = [allowed[field], inForce[field]];
  if (own === undefined) return undefined;
  if (field === "costUsd" && inForce.ownCostUsd !== undefined) {
    return "`limits.cost_usd_per_day` or `limits.cost_usd_per_thread` of the policy left no more for this run.";
  }
  if (most === undefined || own < most) return `The run was given this limit; the policy allows ${most ?? "more"}.`;
  return `\`limits: { ${key}: ${own * 2} }\` in the policy allows twice as much.`;
}
