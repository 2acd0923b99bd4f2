import assert from "node:assert/strict";
import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ExecReply, OutputSoFar } from "../../../src/protocol/cell.ts";
import { openTestCell, sharedTestCell, SKIP_SEALED } from "../../doubles/cell.ts";
import { nap, processesWith, survivors } from "../../doubles/processes.ts";
import { WORKER } from "../../doubles/programs.ts";

/** A reply without the part that differs each time. */
function facts({ durationMs, ...rest }: ExecReply): Omit<ExecReply, "durationMs"> {
  assert.ok(durationMs >= 0);
  return rest;
}

const ENDED = { droppedBytes: 0, code: 0, signal: null, timedOut: false };

for (const want of ["none", "sealed"] as const) {
  test(
    `commands run with order of output, exit code and signal kept (${want})`,
    { skip: want === "sealed" && SKIP_SEALED },
    async () => {
      await using cell = await openTestCell({ want, files: { "a/b.txt": "b" } });
      const { dir } = cell.repository;
      assert.deepEqual(facts(await cell.sh("echo 1; echo 2 >&2; echo 3; echo 4 > /dev/stderr; pwd; exit 7")), {
        ...ENDED,
        output: `1\n2\n3\n4\n${dir}\n`,
        code: 7,
      });
      assert.deepEqual(facts(await cell.sh("kill -9 $$")), { ...ENDED, output: "", code: null, signal: "SIGKILL" });
      assert.deepEqual(facts(await cell.sh("cat; printf 'a\\0b\\377'")), { ...ENDED, output: "a\0b\uFFFD" });
      const limits = { timeoutMs: 5000, maxOutputBytes: 1000 };
      assert.deepEqual(facts(await cell.exec({ command: ["printf", "%s|", "a b", "$HOME;"], cwd: "a", ...limits })), {
        ...ENDED,
        output: "a b|$HOME;|",
      });
      assert.deepEqual(facts(await cell.exec({ command: ["no-such-program"], cwd: ".", ...limits })), {
        ...ENDED,
        output: "no-such-program: command not found\n",
        code: 127,
      });
      await assert.rejects(cell.exec({ command: "true", cwd: "/etc", ...limits }), { code: "workspace.outside" });
      await assert.rejects(cell.exec({ command: "true", cwd: "a/b.txt", ...limits }), {
        code: "workspace.file",
        message: "a/b.txt is not a folder.",
      });
    },
  );
}

test("the output so far of a command that is waited for", async () => {
  await using cell = await openTestCell({ want: "none" });
  assert.equal(await cell.outputSoFar(0), undefined);
  const waitFor = (file: string): string => `until [ -e ${file} ]; do sleep 0.01; done`;
  const begun = "printf 'ä\\n1\\n\\033[1mha'";
  const ending = cell.sh(`${begun}; ${waitFor("go")}; echo lf; seq 100000; printf end; ${waitFor("stop")}`);
  const saidOnce = async (lastLine: string, from: number): Promise<OutputSoFar> => {
    for (;;) {
      const said = await cell.outputSoFar(from);
      if (said?.lastLine === lastLine) return said;
    }
  };
  const coloured = "\u001B[1mha";
  assert.deepEqual(await saidOnce(coloured, 0), { text: "ä\n1\n", next: 5, lastLine: coloured });
  assert.deepEqual(await cell.outputSoFar(5), { text: "", next: 5, lastLine: coloured });
  await cell.writeFile("go", "", {});
  const { text, next } = await saidOnce("end", 5);
  assert.deepEqual(
    await cell.outputSoFar(next),
    { text: "", next, lastLine: "end" },
    "the end of long output is not streamed",
  );
  await cell.writeFile("stop", "", {});
  const { output } = await ending;
  assert.equal(output.slice(0, 4 + text.length), `ä\n1\n${text}`);
  assert.match(output, /^\d+\n\[\d+ bytes left out here\]\n/m);
  assert.equal(await cell.outputSoFar(0), undefined);
});

for (const want of ["none", "sealed"] as const) {
  test(`a text on standard input (${want})`, { skip: want === "sealed" && SKIP_SEALED }, async () => {
    await using cell = await openTestCell({ want });
    const pipeDir = want === "sealed" ? "/run" : join(cell.scratchDir, "pipes");
    const run = async (command: string, input: string): Promise<ExecReply> =>
      await cell.exec({ command, input, cwd: ".", timeoutMs: 10_000, maxOutputBytes: 2_000_000 });
    assert.equal((await run("cat; echo .; cat", "ä\nb")).output, "ä\nb.\n");
    assert.equal((await run("read -r line; echo $line; cat /dev/stdin", "1\n2\n")).output, "1\n1\n2\n");
    assert.equal((await run("cat", "")).output, "");
    const most = "x".repeat(1024 * 1024);
    assert.deepEqual(facts(await run("exec <&-; sleep 0.1; echo unread", most)), { ...ENDED, output: "unread\n" });
    assert.equal((await run("wc -c", most)).output, "1048576\n");
    await assert.rejects(run("cat", `${most}x`), { code: "tool.input", message: /too large: 1048577 bytes/ });
    assert.equal((await run(`ls -A ${pipeDir} | grep -c input`, "")).output, "0\n");
  });
}

const sharedCell = sharedTestCell();

test("commands run at the same time, each with its own output", async () => {
  const cell = await sharedCell();
  const replies = await Promise.all(
    ["a", "b", "c"].map(async (word) => await cell.sh(`sleep 0.1; echo ${word}; sleep 0.1; echo ${word}`)),
  );
  assert.deepEqual(
    replies.map(({ output }) => output),
    ["a\na\n", "b\nb\n", "c\nc\n"],
  );
});

test("both ends of long output are kept, and it is cut between characters", async () => {
  const cell = await sharedCell();
  const { output, droppedBytes } = await cell.sh("echo HEAD; yes äöü | head -n 10000; echo TAIL", {
    maxOutputBytes: 100,
  });
  // 70 010 bytes; 5 of HEAD and 62 of lines at the front leave half a character, 5 of TAIL and 28 of lines at the end one too.
  const match = /^HEAD\n(?:äöü\n)+ä?ö?ü?\n\[(\d+) bytes left out here\]\nä?ö?ü?\n(?:äöü\n)+TAIL\n$/.exec(output);
  assert.ok(match, output);
  const kept = Buffer.byteLength(output.replace(/\n\[\d+ bytes left out here\]\n/, ""));
  assert.deepEqual([Number(match[1]), kept + droppedBytes, kept <= 100], [droppedBytes, 70_010, true]);
});

test("a flood of 100 MB costs no memory", async () => {
  await using cell = await openTestCell();
  const { output, droppedBytes } = await cell.sh("head -c 100000000 /dev/zero | tr '\\0' x", {
    maxOutputBytes: 10_000,
    timeoutMs: 60_000,
  });
  assert.deepEqual([droppedBytes, output.length < 10_100], [99_990_000, true]);
  const worker = processesWith(WORKER).find((pid) => readlinkSync(`/proc/${pid}/cwd`) === cell.repository.dir);
  const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${worker}/status`, "utf8"))?.[1]);
  assert.ok(peakKb < 160_000, `peak ${peakKb} kB`);
});

test("a command that ignores INT and TERM is killed with every process that it started", async () => {
  const cell = await sharedCell();
  const reply = await cell.sh(`trap '' INT TERM; ${nap(71.1)} & echo on; while true; do ${nap(71.2)}; done`, {
    timeoutMs: 100,
  });
  assert.deepEqual(facts(reply), { ...ENDED, output: "on\n", code: null, signal: "SIGKILL", timedOut: true });
  assert.deepEqual([...(await survivors(nap(71.1))), ...(await survivors(nap(71.2)))], []);
});

test("a command that handles INT may print its results after the timeout", async () => {
  const cell = await sharedCell();
  const reply = await cell.sh("trap 'echo bye; exit 3' INT; while true; do sleep 0.05; done", { timeoutMs: 100 });
  assert.deepEqual(facts(reply), { ...ENDED, output: "bye\n", code: 3, timedOut: true });
});

test("a process that keeps the output pipe is killed after the command has ended", async () => {
  const cell = await sharedCell();
  const reply = await cell.sh(`${nap(72.1)} & echo done`);
  assert.deepEqual(facts(reply), { ...ENDED, output: "done\n", endedRest: true });
  assert.deepEqual(await survivors(nap(72.1)), []);
  assert.equal((await cell.sh("echo next")).output, "next\n");
});

test("a daemon in its own session neither delays the result nor writes into the next one", async () => {
  await using cell = await openTestCell();
  assert.equal((await cell.sh(`setsid sh -c 'sleep 0.5; echo late; ${nap(73.1)}' & echo done`)).output, "done\n");
  assert.equal((await cell.sh("sleep 0.8; echo next")).output, "next\n");
});

test("a server in the background serves the next command, and ends with the cell", async () => {
  const cell = await openTestCell();
  await cell.sh(`${nap(74.1)} > /dev/null 2>&1 &`);
  await cell.sh("true");
  assert.equal(processesWith(nap(74.1)).length, 1);
  await cell[Symbol.asyncDispose]();
  assert.deepEqual(await survivors(nap(74.1)), []);
});

test("cancelling ends the command and rejects with the reason", async () => {
  const cell = await sharedCell();
  const reason = new Error("enough");
  const controller = new AbortController();
  const call = cell.exec(
    { command: `trap '' INT TERM; ${nap(75.1)}`, cwd: ".", timeoutMs: 60_000, maxOutputBytes: 10 },
    controller.signal,
  );
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(call, reason);
  assert.deepEqual(await survivors(nap(75.1)), []);
  await assert.rejects(cell.resolve(".", AbortSignal.abort(reason)), reason);
  assert.equal((await cell.sh("echo alive")).output, "alive\n");
});

test("a loop of the shell ends when it is cancelled while it prints", async () => {
  const cell = await sharedCell();
  const controller = new AbortController();
  const call = cell.exec({ command: "yes", cwd: ".", timeoutMs: 60_000, maxOutputBytes: 100 }, controller.signal);
  setTimeout(() => controller.abort(new Error("stop")), 100);
  await assert.rejects(call, { message: "stop" });
});

test("a command that cannot be started is the caller's mistake", async () => {
  const cell = await sharedCell();
  for (const command of [`echo ${"x".repeat(200_000)}`, "echo \0", []]) {
    const call = cell.exec({ command, cwd: ".", timeoutMs: 1000, maxOutputBytes: 100 });
    await assert.rejects(call, { code: "tool.input" });
  }
  assert.equal((await cell.sh("echo next")).output, "next\n");
});

test("commands get the listed variables and no others", async () => {
  await using cell = await openTestCell({ options: { env: { TZ: "Europe/Berlin", EXTRA: "1" } } });
  process.env["KIMI_TEST_SECRET"] = "do-not-pass";
  const { output } = await cell.sh("env -0 | sort -z | tr '\\0' '\\n' | cut -d= -f1");
  delete process.env["KIMI_TEST_SECRET"];
  const shell = ["PWD", "SHLVL", "_"];
  const names = [
    "CI",
    "EXTRA",
    "GIT_CONFIG_COUNT",
    ...[0, 1, 2].flatMap((index) => [`GIT_CONFIG_KEY_${index}`, `GIT_CONFIG_VALUE_${index}`]),
    "GIT_PAGER",
    "GIT_TERMINAL_PROMPT",
    "GOFLAGS",
    "HOME",
    "KIMI_CELL",
    "LANG",
    "PAGER",
    "PATH",
    "PNPM_CONFIG_STORE_DIR",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "UV_LINK_MODE",
  ];
  assert.deepEqual(output.trim().split("\n").toSorted(), [...names, ...shell].toSorted());
  assert.equal((await cell.sh("echo $TZ")).output, "Europe/Berlin\n");
});

test("the error names the last output of a worker that dies at its start", async () => {
  const workerPath = join(import.meta.dirname, "../../../package.json");
  await assert.rejects(openTestCell({ options: { workerPath } }), {
    code: "cell.failed",
    message: /Its last output: .*package\.json/s,
  });
});
