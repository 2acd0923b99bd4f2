/** The plan as a comment of its own: written once, kept, cut where it is too long, and left out where there is none. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { planIn } from "../../../src/github/thread/plan-comment.ts";
import type { OutcomeRecord } from "../../../src/protocol/outcome.ts";
import { publish } from "../../../src/publish/publish.ts";
import type { PublishRequest } from "../../../src/publish/publish-request.ts";
import { change, facts, openBench, OUTCOME, REPO, type Bench } from "../workbench.ts";

/** A run that only answered, with these closing words. */
function planning({ request }: Bench, text: string, ended: Partial<OutcomeRecord> = {}): PublishRequest {
  return change(request, {
    run: { changes: [], facts: facts({ outcome: { ...OUTCOME, outcome: "no_change", text, ...ended } }) },
    target: { destination: { kind: "none" } },
    origin: { verb: "plan" },
    reply: { plan: { command: "/kimi fix" } },
  });
}

function bodies({ hub, issue }: Bench): readonly string[] {
  return hub.thread(REPO, issue).comments.map(({ body }) => body);
}

test("a plan is posted once, with no notice beside it, and later sessions leave it alone", async () => {
  await using bench = await openBench();
  const first = await publish(planning(bench, "1. Look.\n2. Change."));
  const again = await publish(planning(bench, "1. Look.\n2. Change."));
  assert.deepEqual(
    [first.plan.kind, first.notice.kind, again.plan.kind, again.refusals],
    ["created", "none", "unchanged", []],
  );
  const [plan = "", status = "", ...others] = bodies(bench);
  assert.deepEqual(others, []);
  assert.match(plan, /^<!-- kimi-runner:plan session=20260102-abcd1234 -->\n/);
  assert.match(plan, /<sub>Comment `\/kimi fix` to carry out this plan, unless it is edited\./);
  assert.equal(planIn(plan), "1. Look.\n2. Change.");
  assert.ok(
    "url" in first.plan &&
      status.includes(`### 📋 Plan ready\n`) &&
      status.includes(`[The plan](${first.plan.url}). To carry it out, comment:\n\n\`\`\`\n/kimi fix\n\`\`\`\n`),
  );
  assert.ok(!status.includes("2. Change."));

  const other = planning(bench, "Another plan.");
  await publish(change(other, { run: { facts: { ...other.run.facts, sessionId: "20260103-00000000" } } }));
  assert.deepEqual(
    [bodies(bench)[0], bodies(bench).map((body) => planIn(body))],
    [plan, ["1. Look.\n2. Change.", undefined, "Another plan.", undefined]],
  );
});

test("a long plan is cut at a line, and says where the rest is", async () => {
  await using bench = await openBench();
  await publish(planning(bench, "- a step of the plan, with <b>\n".repeat(2_000)));
  const [body = ""] = bodies(bench);
  const plan = planIn(body) ?? "";
  assert.ok(body.length < 65_000 && plan.length > 29_000, `${body.length}, ${plan.length}`);
  assert.match(
    plan,
    /plan, with <<!-- -->b>\n\n\*Cut here: all [\d,]+ characters are in outcome\.json of the artifact `kimi-20260102-abcd1234-1`\.\*$/,
  );
});

test("no plan where the model was not asked, did not finish, or said nothing", async () => {
  await using bench = await openBench();
  const cases: readonly Partial<OutcomeRecord>[] = [{ steps: 0 }, { outcome: "limit_steps" }, { text: " \n" }];
  for (const ended of cases) {
    const { plan } = await publish(planning(bench, "Words.", ended));
    assert.deepEqual(plan, { kind: "none" }, JSON.stringify(ended));
  }
  assert.ok(bodies(bench).every((body) => planIn(body) === undefined));
});

test("a plan that cannot be posted is a refusal", async () => {
  await using bench = await openBench({ scopes: { contents: "write", issues: "read", pull_requests: "read" } });
  const { plan, refusals } = await publish(planning(bench, "Words."));
  assert.deepEqual([plan.kind, refusals[0]?.code], ["refused", "read_only"]);
  assert.match(
    bench.warnings[0] ?? "",
    /^The plan cannot be posted\. The token may not write issues: Resource not accessible by integration\./,
  );
});
