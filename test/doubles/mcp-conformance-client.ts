/**
 * The client that the protocol's conformance suite tests: a run of the built program with the server whose address is the last
 * argument. MCP_CONFORMANCE_SCENARIO says which tool the model calls.
 */

import { runCli, temporaryDir } from "./cli.ts";
import { createRepository } from "./repository.ts";

const CALLS: Readonly<Record<string, { readonly name: string; readonly arguments: object }>> = {
  tools_call: { name: "mcp__suite__add_numbers", arguments: { a: 5, b: 3 } },
  "sse-retry": { name: "mcp__suite__test_reconnection", arguments: {} },
};

const url = process.argv.at(-1) ?? "";
const call = CALLS[process.env["MCP_CONFORMANCE_SCENARIO"] ?? ""];
const replies = [...(call === undefined ? [] : [{ calls: [call] }]), { text: "Done." }];
using repository = createRepository({
  files: {
    ".kimi/mcp.json": JSON.stringify({ mcpServers: { suite: { url } } }),
    ".github/kimi-policy.yml": `version: 1
default: defer
rules: [{ id: suite, approve: { mcp: ["suite/*"] } }]
sandbox: { minimum: none, unsealed: patterns }
mcp: { hosts: [${JSON.stringify(new URL(url).host)}] }
`,
    "replies.json": JSON.stringify(replies),
  },
});
const args = ["run", "Call the tool.", "--model", "scripted/replies.json", "--sandbox", "none"];
using home = temporaryDir();
const { code, stderr } = await runCli(args, { cwd: repository.dir, env: { HOME: home.dir } });
process.stderr.write(stderr);
process.exitCode = code ?? 1;
