/**
 * The protocol's own conformance suite, with the built program as the client. Its other scenarios are about signing in and about
 * questions of a server to a person, which this program leaves out.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const SUITE = resolve("node_modules/.cache/mcp-servers/node_modules/@modelcontextprotocol/conformance/dist/index.js");
const CLIENT = resolve("test/doubles/mcp-conformance-client.ts");
const skip = existsSync(SUITE) ? false : `the conformance suite is not at ${SUITE}; .ci/run installs it there`;

/** Scenario → how many checks it makes. */
const SCENARIOS = { initialize: 1, tools_call: 1, "sse-retry": 3 } as const;

for (const [scenario, checks] of Object.entries(SCENARIOS)) {
  test(`conformance: ${scenario}`, { skip }, async () => {
    const client = ["--command", `${process.execPath} ${CLIENT}`, "--timeout", "300000"];
    const args = [SUITE, "client", ...client, "--scenario", scenario];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    assert.match(stdout + stderr, new RegExp(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`));
  });
}
