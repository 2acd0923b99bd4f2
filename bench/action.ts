/**
 * What a job on GitHub waits for: `/kimi fix` on an issue, with a server that answers each request after 100 ms, as the action
 * runs it. Prints when the eyes, the first request to the model and the end came, and every request before the model.
 * `node bench/action.ts [--delay 100] [--runs 3] [--verb fix]`. Run it alone on the machine, after `npm run build`.
 */

import { parseArgs } from "node:util";
import { createJobScene, REPOSITORY } from "../test/e2e/job/job-scene.ts";
import { FIX } from "../test/e2e/harness.ts";

const { values } = parseArgs({
  options: {
    delay: { type: "string", default: "100" },
    runs: { type: "string", default: "3" },
    verb: { type: "string", default: "fix" },
  },
});
const delayMs = Number(values.delay);

for (let run = 1; run <= Number(values.runs); run += 1) {
  const asked: number[] = [];
  const answer = { text: "It adds." };
  await using scene = await createJobScene({
    isProcess: true,
    replies: () => {
      asked.push(performance.now());
      return values.verb === "fix" ? (FIX[asked.length - 1] ?? answer) : answer;
    },
  });
  const { github } = scene;
  // The double compiles its checks of each route when it is first asked, in this process: not what is measured.
  const warm = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  await scene.command(warm.number, `/kimi ${values.verb}`);
  asked.length = 0;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  let from = 0;
  let began = 0;
  const end = await scene.command(number, `/kimi ${values.verb}`, "alice", {
    onStart: () => {
      github.fault({ match: {}, kind: "delay", delayMs, times: Infinity });
      from = github.requests.length;
      began = performance.now();
    },
  });
  const ended = performance.now();
  const calls = github.requests
    .slice(from)
    .map(({ method, path, at }) => ({ what: `${method} ${path}`, at: at - began }));
  const model = (asked[0] ?? Infinity) - began;
  const before = calls.filter(({ at }) => at < model);
  const eyes = calls.find(({ what }) => what.endsWith("/reactions"))?.at ?? NaN;
  const last = (asked.at(-1) ?? NaN) - began;
  const numbers = { eyes, model, exit: ended - began - last, requests: before.length, all: calls.length };
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, Math.round(value)]))),
  );
  if (run > 1) continue;
  for (const { what, at } of calls) console.log(`${String(Math.round(at)).padStart(6)} ms  ${what}`);
  console.log(end.outputs["outcome"]);
}
