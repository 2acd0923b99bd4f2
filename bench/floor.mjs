/**
 * The floor: the same loop with nothing around it. One tool, no policy, no sandbox, no journal. Plain JavaScript: stripping
 * types takes 25 ms, which are not the floor's.
 */

import { spawn } from "node:child_process";
import http from "node:http";

const url = `${process.env["OPENAI_BASE_URL"]}/chat/completions`;
const agent = new http.Agent({ keepAlive: true });
const messages = [
  { role: "system", content: "You are a coding agent." },
  { role: "user", content: process.argv[2] ?? "" },
];
const tools = [
  {
    type: "function",
    function: {
      name: "execute_command",
      description: "Run a shell command.",
      parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
    },
  },
];

function post(body) {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((done, fail) => {
    http.request(url, { agent, method: "POST", headers }, done).on("error", fail).end(body);
  });
}

function run(command) {
  const child = spawn("/bin/sh", ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((done) => child.on("close", (code) => done(`${output}[exit ${code}]`)));
}

async function ask() {
  const response = await post(JSON.stringify({ model: "bench", tools, stream: true, messages }));
  let text = "";
  for await (const chunk of response) text += String(chunk);
  const deltas = text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)).choices[0]?.delta);
  return deltas.flatMap((delta) => delta?.tool_calls ?? [])[0];
}

for (let call = await ask(); call !== undefined; call = await ask()) {
  messages.push({ role: "assistant", content: null, tool_calls: [call] });
  const { command } = JSON.parse(call.function.arguments);
  messages.push({ role: "tool", tool_call_id: call.id, content: await run(command) });
}
