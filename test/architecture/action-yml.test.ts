/** action.yml declares what the action reads and writes, no more and no less. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { failOnInput, jobInputs, batchInputs } from "../../src/action/action-inputs.ts";
import { OUTCOME_NAMES } from "../../src/protocol/outcome.ts";

interface Action {
  readonly inputs: Readonly<Record<string, object>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
}

const { inputs, outputs } = parse(readFileSync("action.yml", "utf8")) as Action;

test("every input is read, and no other", () => {
  const read = new Set<string>();
  const input = (name: string): string => {
    read.add(name);
    return "";
  };
  const say = (): void => {};
  const world = { env: {}, cwd: "/", nodePath: "", workerPath: "", out: say, err: say, warn: say };
  const context = { eventName: "", payload: {}, repo: { owner: "", repo: "" }, ref: "", serverUrl: "", apiUrl: "" };
  jobInputs(input, world, { ...context, graphqlUrl: undefined, runId: 1, runAttempt: 1 });
  failOnInput(input);
  batchInputs(input);
  assert.deepEqual([...read].toSorted(), Object.keys(inputs).toSorted());
});

test("every output is written, and no other", () => {
  const sources = globSync("src/action/*.ts").map((path) => readFileSync(path, "utf8"));
  const written = sources.flatMap((text) => [...text.matchAll(/\boutput\("([\w-]+)"/g)].map(([, name = ""]) => name));
  assert.deepEqual([...new Set(written)].toSorted(), Object.keys(outputs).toSorted());
});

test("the output `outcome` names every outcome", () => {
  const { description = "" } = outputs["outcome"] ?? {};
  assert.deepEqual(
    description.match(/\w+/g)?.filter((word) => word !== "or"),
    OUTCOME_NAMES,
  );
});
