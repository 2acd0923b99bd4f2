/** The inputs of the action: what each accepts, and the words about what it does not accept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { failOnInput, jobInputs } from "../../src/action/action-inputs.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { contextOfVariables } from "../../src/job/context/github-job.ts";

const WORLD = {
  env: {},
  cwd: "/work",
  out: () => {},
  err: () => {},
  warn: () => {},
} as unknown as Parameters<typeof jobInputs>[1];
const CONTEXT = contextOfVariables({}, { eventName: "schedule", payload: {}, repository: "octo/demo" });
const read = (given: Readonly<Record<string, string>>) => {
  const input = (name: string): string => given[name] ?? "";
  return { ...jobInputs(input, WORLD, CONTEXT), failOn: failOnInput(input) };
};

test("an input that is not accepted is named, with what is", () => {
  const cases = [
    [{ trigger: "kimi fix" }, "The input trigger is not accepted: kimi fix. Accepted: one word, for example /kimi."],
    [{ "max-steps": "1.5" }, "The input max-steps is not accepted: 1.5. Accepted: a whole number above zero."],
    [{ "max-tokens": "-1" }, "The input max-tokens is not accepted: -1. Accepted: a whole number above zero."],
    [{ "max-cost": "1e999" }, "The input max-cost is not accepted: 1e999. Accepted: a number above zero."],
    [{ "max-patience": "-1" }, "The input max-patience is not accepted: -1. Accepted: zero or a number above it."],
    [{ publish: "yes" }, "The input publish is not accepted: yes. Accepted: github, dry, none."],
    [{ phase: "x" }, "The input phase is not accepted: x. Accepted: all, agent, publish, plan, shard, collect."],
    [
      { label: "a, b=c" },
      "The input label is not accepted: b=c. Accepted: labels, each alone or with one of fix, ask, plan, review: needs-plan=plan.",
    ],
    [
      { "allowed-bots": "a[bot],@copilot" },
      "The input allowed-bots is not accepted: @copilot. Accepted: exact logins of bots, which end in [bot], such as dependabot[bot], and Copilot.",
    ],
    [
      { "allowed-bots": "dependabot" },
      "The input allowed-bots is not accepted: dependabot. Accepted: exact logins of bots, which end in [bot], such as dependabot[bot], and Copilot.",
    ],
  ] as const;
  for (const [given, message] of cases)
    assert.throws(
      () => read(given),
      (error: unknown) => error instanceof RunnerError && `${error.message} ${error.hint}` === message,
      message,
    );
});

test("lists are separated by commas, and blanks around an entry do not count", () => {
  const { start, failOn, limits } = { ...read(GIVEN), ...read(GIVEN).run };
  assert.deepEqual(
    [
      start.labels,
      start.allowedBots,
      [...(failOn ?? [])],
      { steps: limits.steps, patienceMinutes: limits.patienceMinutes },
    ],
    [
      [
        { name: "kimi", verb: undefined },
        { name: "needs-plan", verb: "plan" },
      ],
      ["helper[bot]", "Copilot"],
      ["failed", "interrupted"],
      { steps: 7, patienceMinutes: 0 },
    ],
  );
});

const GIVEN = {
  label: "kimi, needs-plan = plan,",
  "allowed-bots": " helper[bot] , Copilot",
  "fail-on": "interrupted, failed",
  "max-steps": "7",
  "max-patience": "0",
};
