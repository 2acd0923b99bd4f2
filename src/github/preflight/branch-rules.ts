/** Checks what rulesets and branch protection say about a push to one branch. The API shows bypass lists only to administrators. */

import * as z from "zod/mini";
import { askGitHub, type PreflightCheck, type Question, type Told } from "./preflight-check.ts";

export interface PushTarget {
  readonly branch: string;
  /** A new branch of this program, whose pattern is `shown`, e.g. `kimi/**`. Otherwise an existing branch. */
  readonly shown?: string | undefined;
}

const Rules = z.array(z.object({ type: z.string(), parameters: z.optional(z.record(z.string(), z.unknown())) }));
const Switch = z.optional(z.object({ enabled: z.boolean() }));
const Branch = z.object({ protected: z.boolean() });
const Protection = z.object({
  required_pull_request_reviews: z.optional(z.unknown()),
  required_status_checks: z.optional(z.unknown()),
  restrictions: z.optional(z.unknown()),
  required_signatures: Switch,
  lock_branch: Switch,
});

const BY_PULL_REQUEST = "changes come by pull request only";
const AFTER_CHECKS = "checks must pass before the push";
const SIGNED = "commits must be signed";

/** Rules that refuse a push, with their demands. `only`: the rule covers only new or existing branches. */
const REFUSING: Readonly<Record<string, { readonly asks: string; readonly only?: "new" | "old" }>> = {
  creation: { asks: "only some may create branches", only: "new" },
  update: { asks: "only some may push", only: "old" },
  merge_queue: { asks: "changes come through the merge queue only", only: "old" },
  pull_request: { asks: BY_PULL_REQUEST },
  required_status_checks: { asks: AFTER_CHECKS },
  required_signatures: { asks: SIGNED },
};
/** Rules that an ordinary push of this program cannot break. Any other rule may refuse one: patterns, paths, sizes. */
const HARMLESS: ReadonlySet<string> = new Set([
  "deletion",
  "non_fast_forward",
  "required_linear_history",
  "copilot_code_review",
  "tag_name_pattern",
]);

/** Reads the rules for pushing to `target` with two concurrent calls and a third one for a protected branch. Never rejects. */
export async function examineBranch(question: Question, target: PushTarget): Promise<PreflightCheck> {
  const { branch, shown = branch } = target;
  const isNew = target.shown !== undefined;
  const [rules, asked] = await Promise.all([
    askGitHub(question, "GET /repos/{owner}/{repo}/rules/branches/{branch}", { branch, per_page: 100 }),
    isNew ? [] : askedByProtection(question, branch),
  ]);
  const known = z.safeParse(Rules, rules.kind === "answer" ? rules.data : undefined);
  if (!known.success) {
    return { name: "branch rules", ok: "unknown", detail: `${unseen(rules)} The rules for ${shown} are not known.` };
  }
  const refusing = [...new Set([...known.data.flatMap((rule) => askedByRule(rule, isNew)), ...asked])];
  const others = known.data.map(({ type }) => type).filter((type) => !HARMLESS.has(type) && !(type in REFUSING));
  if (refusing.length > 0) {
    return {
      name: "branch rules",
      ok: false,
      detail: `Pushing to ${shown} is against the rules, unless this token may bypass them: ${refusing.join(", ")}.`,
      fix: fixFor(refusing, isNew),
    };
  }
  if (others.length > 0) {
    const types = [...new Set(others)].filter((type) => /^[a-z_]+$/.test(type)).join(", ");
    const detail = `Rules may refuse a push to ${shown}, depending on what is pushed: ${types || "unknown rules"}.`;
    return { name: "branch rules", ok: "unknown", detail, fix: fixFor([], isNew) };
  }
  return { name: "branch rules", ok: true, detail: `No rule prevents pushing to ${shown}.` };
}

function askedByRule({ type, parameters }: z.infer<typeof Rules>[number], isNew: boolean): readonly string[] {
  const rule = REFUSING[type];
  if (rule === undefined || rule.only === (isNew ? "old" : "new")) return [];
  if (isNew && parameters?.["do_not_enforce_on_create"] === true) return [];
  return [rule.asks];
}

/** The demands of classic protection that this token may read. */
async function askedByProtection(question: Question, branch: string): Promise<readonly string[]> {
  const seen = await askGitHub(question, "GET /repos/{owner}/{repo}/branches/{branch}", { branch });
  const found = z.safeParse(Branch, seen.kind === "answer" ? seen.data : undefined);
  if (!found.success || !found.data.protected) return [];
  const told = await askGitHub(question, "GET /repos/{owner}/{repo}/branches/{branch}/protection", { branch });
  if (told.kind === "refusal" && told.status === 404) return []; // only rulesets protect it
  const known = z.safeParse(Protection, told.kind === "answer" ? told.data : undefined);
  if (!known.success) return ["the branch is protected (this token may not read how)"];
  const { data } = known;
  return [
    ...(data.required_pull_request_reviews ? [BY_PULL_REQUEST] : []),
    ...(data.required_status_checks ? [AFTER_CHECKS] : []),
    ...(data.restrictions ? ["only some may push"] : []),
    ...(data.required_signatures?.enabled === true ? [SIGNED] : []),
    ...(data.lock_branch?.enabled === true ? ["the branch is locked"] : []),
  ];
}

function fixFor(asked: readonly string[], isNew: boolean): string {
  if (asked.length === 1 && asked[0] === SIGNED) return "Set `commit: verified`: GitHub signs commits made by its API.";
  return isNew
    ? "Settings → Rules: exclude `kimi/**`, or put the token's account on the bypass list."
    : "Settings → Rules, Branches: let the token's account bypass them, or ask on an issue, which gets a branch of its own.";
}

function unseen(told: Told): string {
  if (told.kind === "silence") return told.reason;
  return told.kind === "refusal" ? `GitHub does not show the rules (${told.status}).` : "GitHub's answer is invalid.";
}
