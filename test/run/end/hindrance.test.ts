/** What was in the way of a run that did not succeed, and the line of the policy that changes it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../../src/policy/file/builtin-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import type { Outcome } from "../../../src/protocol/outcome.ts";
import type { Limits } from "../../../src/protocol/limits.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { hindranceOf } from "../../../src/run/end/hindrance.ts";
import { factsOf } from "../../doubles/facts.ts";

const FILE = ".github/kimi-policy.yml";
const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
const own = await loadPolicy("version: 1\n", { file: FILE });
const listing = await loadPolicy("version: 1\nsandbox: { network: [pypi] }\nlimits: { cost_usd: 2 }\n", { file: FILE });

const ran = (text: string, isError = true): WireEvent => ({
  type: "tool.end",
  callId: "1",
  tool: "execute_command",
  index: 0,
  isError,
  durationMs: 1,
  result: { text, isError },
});
const checked = (output: string): WireEvent => ({
  type: "verify.end",
  round: 1,
  passed: false,
  results: [{ command: "x", passed: false, end: "exit 127", output }],
});
const rejected: WireEvent = {
  type: "call.judged",
  callId: "1",
  tool: "fetch_url",
  summary: "s",
  capabilities: [],
  decision: { verdict: "reject", rule: "builtin:network", reason: "sandbox.network does not list docs.example.test" },
};
const inside = (event: WireEvent): WireEvent => ({
  type: "subagent.event",
  callId: "n",
  agentId: "a1",
  agent: "x",
  event,
});
const NPM = "npm error\n[network] registry.npmjs.org:443 refused; add the group npm to sandbox.network\n[exit 1]";
const OTHER = "[network] dl.example.test:8443 refused; add it to sandbox.network\n[exit 1]";

interface Row {
  readonly what: string;
  readonly events?: readonly WireEvent[];
  readonly outcome?: Outcome;
  readonly policy?: Policy;
  readonly limits?: Partial<Limits>;
  readonly readOnly?: boolean;
  /** As many as the limit allows, unless said. */
  readonly steps?: number;
  readonly says: readonly [what: string, fix: string] | undefined;
}

const COPY = "`kimi-runner policy show > .github/kimi-policy.yml` writes the file that you change.";
const INSTALL = (names: string): string =>
  `Install ${names} with \`sandbox.setup\` of the policy or in a step before the run; \`sandbox.readonly\` shows a folder of this machine to the cell.`;

const ROWS: readonly Row[] = [
  {
    what: "a registry under the built-in policy, though a pipe hid that it failed",
    events: [ran(NPM, false)],
    policy: builtin,
    says: ["no network to registry.npmjs.org", `The policy opens it with \`sandbox: { network: [npm] }\`: ${COPY}`],
  },
  {
    what: "two hosts under a policy without a network",
    events: [ran(NPM), inside(ran(OTHER))],
    outcome: "stuck",
    says: [
      "no network to registry.npmjs.org and dl.example.test:8443",
      `${FILE} opens it with \`sandbox: { network: [npm, dl.example.test:8443] }\`.`,
    ],
  },
  {
    what: "a host beside others that are listed",
    events: [ran(OTHER)],
    policy: listing,
    says: ["no network to dl.example.test:8443", `Add \`dl.example.test:8443\` to \`sandbox.network\` in ${FILE}.`],
  },
  {
    what: "a host that the policy refused before the call",
    events: [rejected],
    policy: listing,
    says: ["no network to docs.example.test", `Add \`docs.example.test\` to \`sandbox.network\` in ${FILE}.`],
  },
  { what: "a host that a command that worked asked for", events: [ran(OTHER, false)], says: undefined },
  { what: "a name that is no host", events: [ran(OTHER.replace("dl.example.test", "127.0.0.1"))], says: undefined },
  { what: "an answer", events: [ran(NPM)], readOnly: true, says: undefined },
  { what: "a run that waits for a person", events: [ran(NPM)], outcome: "deferred", says: undefined },
  {
    what: "programs that are missing",
    events: [
      ran("bash: line 1: pnpm: command not found\n[exit 127]"),
      ran("sh: 1: tsc: not found\n[exit 127]"),
      ran("env: node: No such file or directory\n[exit 127]"), // as macOS says it
    ],
    outcome: "stuck",
    says: ["pnpm, tsc and node not found", INSTALL("`pnpm`, `tsc` and `node`")],
  },
  { what: "a program that models do without", events: [ran("bash: line 1: rg: command not found")], says: undefined },
  {
    what: "a program of the policy's own check",
    events: [checked("env: ‘frobnicate’: No such file or directory\n")],
    outcome: "stuck",
    says: ["frobnicate not found", INSTALL("`frobnicate`")],
  },
  {
    what: "a limit of the policy",
    outcome: "limit_steps",
    says: ["", "`limits: { steps: 200 }` in the policy allows twice as much."],
  },
  {
    what: "a limit of the run's own",
    outcome: "limit_time",
    limits: { minutes: 5 },
    says: ["", "The run was given this limit; the policy allows 30."],
  },
  {
    what: "money of the policy, and a host",
    events: [ran(NPM)],
    outcome: "limit_cost",
    policy: listing,
    says: [
      "no network to registry.npmjs.org",
      `Add \`npm\` to \`sandbox.network\` in ${FILE}. \`limits: { cost_usd: 4 }\` in the policy allows twice as much.`,
    ],
  },
  { what: "the bound of a flow", outcome: "limit_steps", steps: 3, says: undefined },
  {
    what: "money of a day",
    outcome: "limit_cost",
    limits: { costUsd: 1, ownCostUsd: null },
    says: ["", "`limits.cost_usd_per_day` or `limits.cost_usd_per_thread` of the policy left no more for this run."],
  },
];

for (const { what, events = [], outcome = "no_change", policy = own, limits, readOnly, steps, says } of ROWS) {
  test(what, () => {
    const inForce = { ...policy.limits, ...limits };
    const about = { outcome, readOnly, policy, limits: inForce, steps: steps ?? inForce.steps };
    const expected = says && { what: says[0], fix: says[1] };
    assert.deepEqual(hindranceOf(factsOf(events).obstacles, about), expected);
  });
}

test("a hostile output does not fill the memory with names", () => {
  const lines = Array.from(
    { length: 500 },
    (_, at) => `[network] h${at}.test refused; add it to sandbox.network\nenv: p${at}: No such file or directory`,
  );
  const { hosts, tools } = factsOf([checked(lines.join("\n")), checked(lines.toReversed().join("\n"))]).obstacles;
  assert.deepEqual([hosts.size, tools.size, hosts.has("h0.test"), tools.has("p0")], [20, 20, true, true]);
});
