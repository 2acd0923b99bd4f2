/**
 * What the kernel shows of the process that holds the keys, looked at by root from outside while it waits for the model: nothing
 * of them, whichever way they came. It was the block of variables that the process was started with.
 */

import assert from "node:assert/strict";
import { execFileSync, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { addCanary } from "../../doubles/canaries.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { CANARY, createScene, FILES, POLICY } from "../harness.ts";
import { createJobScene, TOKEN } from "../job/job-scene.ts";

/** The command is approved in a cell without walls. */
const files = { ...FILES, ".github/kimi-policy.yml": POLICY.replace("default: defer", "default: approve") };
const NPM_TOKEN = "npm_CANARY0f1e2d3c4b5a69788796";
addCanary("NPM_TOKEN", NPM_TOKEN);

/** Text of a file of a process; empty when it is gone by now. */
function read(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}

/** A process and all that it started. */
function family(pid: number): number[] {
  const parentOf = (child: string): number => {
    const stat = read(child, "stat");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const below = (parent: number): number[] => [
    parent,
    ...all.filter((child) => parentOf(child) === parent).flatMap((child) => below(Number(child))),
  ];
  return below(pid);
}

/** Files of the process, and of all below it, in which one of the texts stands. */
function visible(pid: number, texts: readonly string[]): string[] {
  const files = family(pid).flatMap((each) => ["environ", "cmdline"].map((name) => ({ name, text: read(each, name) })));
  return files.flatMap(({ name, text }) => (texts.some((one) => text.includes(one)) ? [name] : []));
}

/** What a debugger would listen on, of one process: sockets are told apart by their inodes. */
function listeners(pid: number): number {
  const listening = new Set(
    read(pid, "net/tcp")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .flatMap((fields) => (fields[3] === "0A" ? [`socket:[${fields[9]}]`] : [])),
  );
  const links = execFileSync("ls", ["-l", `/proc/${pid}/fd`], { encoding: "utf8" });
  return links.split("\n").filter((line) => listening.has(line.split(" -> ")[1] ?? "")).length;
}

const coreLimit = (pid: number): string | undefined =>
  /^Max core file size\s+(\S+\s+\S+)/m.exec(read(pid, "limits"))?.[1]?.replace(/\s+/, " ");

before(() => execFileSync("prlimit", [`--pid=${process.pid}`, "--core=1000000:"])); // who is started by this process inherits it

/** A model at whose first request the process is looked at, and sent the signal at which node starts a debugger. */
function watching(look: (pid: number) => void) {
  let child: ChildProcess | undefined;
  return {
    onStart: (started: ChildProcess) => {
      child = started;
    },
    replies: (_request: unknown, n: number): DoubleReply => {
      const pid = child?.pid ?? 0;
      if (n === 0) {
        look(pid);
        process.kill(pid, "SIGUSR1");
        return { calls: [{ name: "execute_command", arguments: { command: "sleep 0.3; echo $NPM_TOKEN" } }] };
      }
      assert.deepEqual([listeners(pid), coreLimit(pid)], [0, "0 0"]);
      return { text: "done" };
    },
  };
}

test("the action: no input, no token and no variable is readable, no debugger starts, no core is dumped", async () => {
  const seen: unknown[] = [];
  const { onStart, replies } = watching((pid) => {
    seen.push(visible(pid, [CANARY, TOKEN, NPM_TOKEN, "INPUT_"]));
  });
  await using scene = await createJobScene({ isProcess: true, replies, files });
  const { number } = scene.github.addIssue("octo/demo", { title: "It subtracts", user: "alice" });
  const inputs = { sandbox: "none" };
  const end = await scene.command(number, "/kimi fix", "alice", { inputs, env: { NPM_TOKEN }, onStart });
  assert.equal(end.outputs["outcome"], "no_change", end.log);
  assert.deepEqual(seen, [[]]);
});

test("the command line: neither the variable nor the option", async () => {
  const seen: unknown[] = [];
  const { onStart, replies } = watching((pid) => seen.push(visible(pid, [CANARY, NPM_TOKEN])));
  for (const given of [["--api-key", CANARY], [`--api-key=${CANARY}`]]) {
    await using scene = await createScene({ replies, files });
    const end = await scene.run(given, { env: { NPM_TOKEN }, onStart });
    assert.equal(end.code, 0, end.stderr);
  }
  assert.deepEqual(seen, [[], []]);
});
