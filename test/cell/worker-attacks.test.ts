/**
 * Commands that try to end, stop, trace, limit or speak for the worker of a sealed cell, in both shapes. After each of them the
 * cell goes on: the same worker answers, with its files and pipes intact.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { give, openElsewhere, SKIP_UNLESS_ROOT, STRANGER, WITHOUT_NAMESPACES } from "../doubles/as-user.ts";
import { cellOptions, openTestCell, SKIP_SEALED } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const hasPython = missing("python3").length === 0;

type Call = readonly [name: string, x64: number, arm64: number, words: string, error: string];

/** Calls to the kernel past the C library, with the only answer that they may get: `got` where they have no effect. */
const CALLS: readonly Call[] = [
  ["ptrace", 101, 117, "16, 1, 0, 0", "EPERM"],
  ["ptrace by seizing", 101, 117, "0x4206, 1, 0, 0", "EPERM"],
  ["a descriptor by pidfd_getfd", 438, 438, "pidfd, 1, 0", "EPERM"],
  ["a signal by pidfd", 424, 424, "pidfd, 9, 0, 0", "got"],
  ["a queued signal", 129, 138, "1, 9, queued", "got"],
  ["a signal to a thread", 234, 131, "1, 1, 9", "got"],
  ["memory by process_vm_readv", 310, 270, "1, vector, 1, vector, 1, 0", "EPERM"],
  ["memory by process_vm_writev", 311, 271, "1, vector, 1, vector, 1, 0", "EPERM"],
  ["pages by move_pages", 279, 239, "1, 1, vector, 0, buffer, 0", "EPERM"],
  ["kcmp", 312, 272, "1, os.getpid(), 0, 0, 0", "EPERM"],
  ["limits by prlimit64", 302, 261, "1, 7, buffer, 0", "EPERM"],
  ["scheduling by sched_setattr", 314, 274, "1, buffer, 0", "EPERM"],
  ["scheduling by sched_setscheduler", 144, 119, "1, 5, buffer", "EPERM"],
];

const SCRIPT = `
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(4096)
queued = (ctypes.c_int * 32)(9, 0, -1)
vector = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 8)
pidfd = libc.syscall(434, 1, 0)
def call(name, *words):
    ctypes.set_errno(0)
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    print(name, "got" if libc.syscall(*words) >= 0 else errno.errorcode[ctypes.get_errno()])
${CALLS.map(([name, x64, arm64, words]) => `call("${name}", ${process.arch === "arm64" ? arm64 : x64}, ${words})`).join("\n")}
`;
import { missing } from "../doubles/missing.ts";

interface Attack {
  readonly command: string;
  /** What a command prints that got nowhere; left out where only the next command can tell. */
  readonly prints?: string;
}

/** Signals 1 to 64 and every way to send one, /proc, tracing, descriptors, limits, priorities, and the worker's own folder. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  "kill everything": { command: "kill -9 -1; setsid kill -9 -1" },
  "every signal, three times": {
    command: "for i in 1 2 3; do for s in $(seq 1 64); do kill -$s 1 2>/dev/null; done; done; sleep 0.1",
  },
  "the parent": { command: "kill -9 $PPID; kill -STOP $PPID; kill -TSTP $PPID" },
  "by name": { command: "pkill -9 -f cell; pkill -9 node; pkill -9 loader; killall -9 -q node MainThread loader" },
  "by user": { command: 'pkill -9 -u "$(id -u)"; true' },
  "the worker's group and session": { command: "kill -9 -- -1; kill -HUP 1; kill -9 0" },
  "an inspector": {
    command: "kill -USR1 1; sleep 0.2; (exec 3<>/dev/tcp/127.0.0.1/9229) 2>/dev/null && echo open",
    prints: "",
  },
  memory: { command: "(: < /proc/1/mem) 2>&1 | grep -o 'Permission denied'", prints: "Permission denied\n" },
  "environment and maps": { command: "cat /proc/1/environ /proc/1/maps /proc/1/auxv 2>/dev/null", prints: "" },
  "speaking through its standard output": {
    command: `echo '{"id":1,"ok":null}' 2>/dev/null > /proc/1/fd/1 || echo refused`,
    prints: "refused\n",
  },
  "speaking to its standard input": {
    command: `echo '{"id":99,"op":"killAll","args":{}}' 2>/dev/null > /proc/1/fd/0 || echo refused`,
    prints: "refused\n",
  },
  "descriptors of its threads": {
    command:
      "for t in /proc/1/task/*; do (: < $t/mem) 2>/dev/null && echo $t; (: < $t/fd/0) 2>/dev/null && echo $t; done",
    prints: "",
  },
  "its threads by signal": { command: "for t in /proc/1/task/*; do kill -9 ${t##*/}; kill -STOP ${t##*/}; done" },
  "its root and folder": {
    command: "(cd /proc/1/root) 2>/dev/null && echo in; (cd /proc/1/cwd/.) 2>/dev/null && echo in",
    prints: "",
  },
  "its limits": { command: "prlimit --pid 1 --nofile=3 2>/dev/null && echo set", prints: "" },
  "its files, by a limit of the user": { command: "ulimit -n 3; ulimit -u 1; true" },
  "its priority": {
    command: "renice -n 19 -p 1 >/dev/null 2>&1 && echo set; renice -n 19 -u $(id -u) >/dev/null 2>&1 && echo set",
    prints: "",
  },
  "its processor": {
    command: "taskset -p 1 1 >/dev/null 2>&1 && echo set; chrt -i -p 0 1 2>/dev/null && echo set",
    prints: "",
  },
  "its disk priority": { command: "ionice -c 3 -p 1 2>/dev/null && echo set", prints: "" },
  "its place in the queue of the kernel's killer": {
    command: "(echo 1000 > /proc/1/oom_score_adj) 2>/dev/null && echo set",
    prints: "",
  },
  "its timer slack and coredump filter": {
    command:
      "for n in timerslack_ns coredump_filter clear_refs comm autogroup; do (echo 1 > /proc/1/$n) 2>/dev/null && echo $n; done",
    prints: "",
  },
  "its program": {
    command:
      "chmod 755 /opt/kimi/loader 2>/dev/null && echo set; (: > /opt/kimi/reap.node) 2>/dev/null && echo emptied; mv /opt/kimi/reap.node /opt/kimi/x 2>/dev/null && echo moved; rm -f /opt/kimi/node 2>/dev/null && echo gone; cat /opt/kimi/loader 2>/dev/null",
    prints: "",
  },
  "its folder": { command: "rm -rf /run/* /run/.[a-z]*; mkdir -p /run/output-{1..40}; true" },
  "its folder, with links": { command: "rm -rf /run/*; for i in $(seq 40); do ln -s /dev/full /run/output-$i; done" },
  "its folder, with pipes that no process reads": { command: "rm -rf /run/*; mkfifo /run/output-{1..40}; true" },
  "its folder, closed": {
    command: "chmod 0 /run 2> /dev/null; true",
  },
  "its folder, full": { command: "head -c 100000000 /dev/zero > /run/full 2>/dev/null; true" },
  "its namespaces": {
    command: "nsenter -t 1 -n true 2>/dev/null && echo in; nsenter -t 1 -p true 2>/dev/null && echo in",
    prints: "",
  },
  "a debugger": {
    command:
      "command -v gdb >/dev/null && gdb -p 1 -batch -ex 'call (int)exit(0)' 2>&1 | grep -c 'Operation not permitted' | sed 's/[1-9].*/refused/' || echo refused",
    prints: "refused\n",
  },
  "300 orphans": { command: "for i in $(seq 300); do (true &) ; done; wait" },
  "a storm of child signals": { command: "for i in $(seq 3000); do kill -CHLD 1; done" },
};

const CALLS_ATTACK: Attack = {
  command: `python3 -c '${SCRIPT}'`,
  prints: CALLS.map(([name, , , , error]) => `${name} ${error}\n`).join(""),
};

const attacks = Object.entries(hasPython ? { ...ATTACKS, "calls to the kernel": CALLS_ATTACK } : ATTACKS);
const commands = attacks.flatMap(([, { command }]) => [command, "cat a.txt; echo $PPID"]);
const expected = (outputs: readonly string[]) =>
  attacks.map(([name, { prints }], index) => [name, prints ?? outputs[2 * index], "a\n1\n"]);
const seen = (outputs: readonly string[]) =>
  attacks.map(([name], index) => [name, outputs[2 * index], outputs[2 * index + 1]]);

test("the shape with a user namespace", { skip: SKIP_SEALED, timeout: 120_000 }, async () => {
  await using cell = await openTestCell({ want: "sealed", files: { "a.txt": "a\n" } });
  const outputs: string[] = [];
  for (const command of commands) outputs.push((await cell.sh(command, { timeoutMs: 20_000 })).output);
  assert.deepEqual(seen(outputs), expected(outputs));
  assert.equal((await cell.readFile("a.txt", { maxBytes: 10 })).text, "a\n");
});

for (const uid of [0, STRANGER]) {
  test(
    `the shape that root builds, for uid ${uid === 0 ? 0 : "of another user"}`,
    { skip: SKIP_SEALED || SKIP_UNLESS_ROOT, timeout: 120_000 },
    async () => {
      using repository = createRepository({ files: { "a.txt": "a\n" } });
      using scratch = createScratch();
      give(repository.dir, uid);
      const options = cellOptions(repository.dir, scratch.dir, { want: "sealed" });
      const { outputs = [], ...rest } = await openElsewhere(WITHOUT_NAMESPACES, options, commands);
      assert.deepEqual({ ...rest, seen: seen(outputs) }, { level: "sealed", open: [], seen: expected(outputs) });
    },
  );
}
