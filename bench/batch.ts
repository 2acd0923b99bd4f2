/**
 * A batch beside plain runs of the same tasks: `node bench/batch.ts [--tasks 8] [--latency ms] [--package fastify@5.1.0]`. Prints what the
 * batch adds to each task, how four at once scale on this machine's cores, and the memory of a task's process. With a package its source
 * is the repository, and each task changes one of its files; without one the files are made up. Run it alone on the machine.
 */

import { execFileSync, spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const CLI = resolve(import.meta.dirname, "../dist/cli.js");
const POLICY = `version: 1
default: reject
rules: [{ id: all, approve: { read: ["**"], write: ["**"], exec: ["grep **"] } }]
models: { "openai/bench": { price: { input: 1, output: 1 } } }
`;

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "8" },
    // How long the model takes for an answer. At 0 only processors count, and one run keeps more than one of them busy.
    latency: { type: "string", default: "0" },
    package: { type: "string" },
  },
});
const tasks = Number(values.tasks);
const home = mkdtempSync(join(tmpdir(), "kimi-bench-"));
const root = join(home, "repository");
const paths = makeRepository();
const model = await startModel();
const env = { PATH: process.env["PATH"], HOME: home, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "bench" };

/** The repository with a batch file; returns the files that tasks are about. */
function makeRepository(): readonly string[] {
  mkdirSync(root);
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args], { cwd: root });
  if (values.package === undefined) {
    mkdirSync(join(root, "src"));
    for (let n = 0; n < tasks; n += 1) writeFileSync(join(root, `src/${n}.js`), `export const n = ${n};\n`);
  } else {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", home, values.package], { cwd: home });
    const archive = readdirSync(home).find((name) => name.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["-xzf", join(home, archive), "--strip-components=1", "-C", root]);
  }
  // Of a longer file a model reads only a part, and may then not write all of it.
  const isShort = (path: string): boolean => readFileSync(join(root, path), "utf8").split("\n").length < 1000;
  const found = globSync("**/*.{js,ts,py}", { cwd: root }).filter(isShort).toSorted().slice(0, tasks);
  if (found.length < tasks) throw new Error(`only ${found.length} files for ${tasks} tasks`);
  mkdirSync(join(root, ".github/kimi-batch"), { recursive: true });
  writeFileSync(join(root, ".github/kimi-policy.yml"), POLICY);
  const batch = {
    version: 1,
    task: { prompt: "Mark {{path}}.", verify: ["grep -q MARKED -- {{path}}"] },
    source: { list: found.map((path) => ({ path })) },
    limits: { cost_usd: 0.5, total_usd: 0.5 * tasks, minutes: 5, parallel: 4, tasks },
    deliver: { pull_requests: "per-task" },
  };
  writeFileSync(join(root, ".github/kimi-batch/mark.yml"), JSON.stringify(batch));
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "start");
  return found;
}

/** Reads the task's file, puts a line in front of it, and says that it is done. */
async function startModel(): Promise<{
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => void;
}> {
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        requests += 1;
        const { messages } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
          readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
        };
        const [, path = ""] = /Mark (\S+?)\.(?=$|["\\\s])/.exec(JSON.stringify(messages)) ?? [];
        const step = messages.filter(({ role }) => role === "assistant").length;
        const content = step === 1 ? `// MARKED\n${readFileSync(join(root, path), "utf8")}` : "";
        const call = [
          { name: "read_file", arguments: { files: [{ path }] } },
          { name: "write_file", arguments: { path, content } },
        ][step];
        const delta =
          call === undefined
            ? { role: "assistant", content: "Done." }
            : {
                role: "assistant",
                tool_calls: [
                  {
                    index: 0,
                    id: `c${step}`,
                    type: "function",
                    function: { ...call, arguments: JSON.stringify(call.arguments) },
                  },
                ],
              };
        const chunk = (part: object, finish: string | null): string =>
          `data: ${JSON.stringify({ id: "b", object: "chat.completion.chunk", created: 0, model: "bench", choices: [{ index: 0, delta: part, finish_reason: finish }], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\n`;
        response.writeHead(200, { "content-type": "text/event-stream" });
        const end = `${chunk(delta, null)}${chunk({}, call === undefined ? "stop" : "tool_calls")}data: [DONE]\n\n`;
        setTimeout(() => response.end(end), Number(values.latency));
      });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, requests: () => requests, close: () => server.close().closeAllConnections() };
}

interface Figures {
  readonly wallMs: number;
  /** Highest peak of resident memory of the run, or of a task's process. */
  readonly memoryMb: number;
  readonly said: string;
}

async function run(args: readonly string[]): Promise<Figures> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, ...args, "--model", "openai/bench"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"], // a run would wait for what comes by an open pipe
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += String(text)));
  let memoryMb = 0;
  const sampler = setInterval(() => {
    const processes = args[0] === "batch" ? childrenOf(child.pid ?? 0) : [child.pid ?? 0];
    memoryMb = Math.max(memoryMb, ...processes.map(peakMb));
  }, 25);
  const code = await new Promise((done) => child.on("close", done));
  clearInterval(sampler);
  if (code !== 0) throw new Error(`exit ${String(code)}: ${said}`);
  return { wallMs: performance.now() - began, memoryMb, said };
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // it has ended
  }
}

function peakMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const plain: Figures[] = [];
for (const path of [paths[0] ?? "", ...paths.slice(0, 8)])
  plain.push(await run(["run", `Mark ${path}.`, "--no-apply"]));
plain.shift(); // the first one warms the page cache
const plainMs = plain.map(({ wallMs }) => wallMs).toSorted((a, b) => a - b)[Math.floor(plain.length / 2)] ?? 0;
/** In folders that are no neighbours: a batch takes over what is done beside it. */
const batch = async (jobs: number): Promise<Figures> =>
  await run(["batch", "run", "mark", "-j", String(jobs), "--dir", join(home, `jobs-${jobs}`, "batch")]);
const one = await batch(1);
const four = await batch(4);
const asked = model.requests();
const again = await batch(4);
if (model.requests() !== asked) throw new Error("a finished batch asked the model again");
const cores = Math.min(4, availableParallelism());
const idealMs = (tasks * plainMs) / cores;
console.log(
  `repository: ${values.package ?? "made up"}, ${tasks} tasks, ${cores} cores, ${values.latency} ms for an answer`,
);
console.log(`plain run: ${plainMs.toFixed(0)} ms, ${Math.max(...plain.map(({ memoryMb }) => memoryMb)).toFixed(0)} MB`);
console.log(
  `-j 1: ${(one.wallMs / tasks).toFixed(0)} ms a task, ${(one.wallMs / tasks - plainMs).toFixed(0)} ms more than a plain run`,
);
console.log(`-j 4: ${four.wallMs.toFixed(0)} ms, ${(four.wallMs / idealMs).toFixed(2)}× of ${idealMs.toFixed(0)} ms`);
console.log(`memory of a task's process: ${Math.max(one.memoryMb, four.memoryMb).toFixed(0)} MB`);
console.log(`the same command again: ${again.wallMs.toFixed(0)} ms, no request`);
for (const line of four.said.split("\n").filter((one) => one.startsWith("[") && !one.includes("] done ")))
  console.log(line);
console.log(four.said.split("\n").find((line) => / of \d+: /.test(line)));
model.close();
rmSync(home, { recursive: true, force: true });
