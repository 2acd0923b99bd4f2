import assert from "node:assert/strict";
import { test } from "node:test";
import { findProgram } from "../../../src/cell/programs.ts";
import { seccompProgram } from "../../../src/cell/sealed/seccomp.ts";
import { openTestCell, SKIP_SEALED } from "../../doubles/cell.ts";

const SKIP_PYTHON = findProgram("python3", process.env["PATH"] ?? "") === undefined && "python3 is not installed";

interface Call {
  readonly arch: number;
  readonly number: number;
  readonly argument?: number;
}

/** Runs a program of classic BPF as the kernel does; loads, comparisons and returns are all that a filter needs. */
function decide(program: Buffer, { arch, number, argument = 0 }: Call): string {
  const input = new Map([
    [0, number],
    [4, arch],
    [16, argument],
  ]);
  let held = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const [code, yes, no] = [
      program.readUInt16LE(at * 8),
      program.readUInt8(at * 8 + 2),
      program.readUInt8(at * 8 + 3),
    ];
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x20) held = input.get(value) ?? Number.NaN;
    else if (code === 0x15) at += held === value ? yes : no;
    else if (code === 0x35) at += held >= value ? yes : no;
    else if (code === 0x45) at += (held & value) !== 0 ? yes : no;
    else if (code === 0x06) return NAMES[value] ?? value.toString(16);
    else assert.fail(`instruction ${code.toString(16)}`);
  }
  return assert.fail("the program ran off its end");
}

const NAMES: Readonly<Record<number, string>> = {
  0x7fff0000: "allow",
  0x80000000: "kill",
  0x50001: "EPERM",
  0x50026: "ENOSYS",
  0x50061: "EAFNOSUPPORT",
};

const NEW_USER = 0x1000_0000;
/** As asm/unistd.h has them. */
const MACHINES = {
  x64: {
    arch: 0xc000003e,
    read: 0,
    clone: 56,
    unshare: 272,
    socket: 41,
    socketpair: 53,
    ptrace: 101,
    execve: 59,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    bpf: 321,
    perf_event_open: 298,
    userfaultfd: 323,
  },
  arm64: {
    arch: 0xc00000b7,
    read: 63,
    clone: 220,
    unshare: 97,
    socket: 198,
    socketpair: 199,
    ptrace: 117,
    execve: 221,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    bpf: 280,
    perf_event_open: 241,
    userfaultfd: 282,
  },
} as const;

for (const [name, machine] of Object.entries(MACHINES)) {
  test(`the filter for ${name}`, () => {
    const program = seccompProgram(name);
    assert.ok(program);
    const ask = (number: number, argument = 0, arch: number = machine.arch): string =>
      decide(program, { arch, number, argument });
    const sockets = Object.fromEntries(
      [0, 1, 2, 10, 16, 17, 31, 38, 40, 42].map((family) => [family, ask(machine.socket, family)]),
    );
    assert.deepEqual(sockets, {
      ...Object.fromEntries([0, 1, 2, 10, 16].map((family) => [family, "allow"])),
      ...Object.fromEntries([17, 31, 38, 40, 42].map((family) => [family, "EAFNOSUPPORT"])),
    });
    const {
      arch: _,
      clone,
      unshare,
      add_key,
      request_key,
      keyctl,
      bpf,
      perf_event_open,
      userfaultfd,
      ...rest
    } = machine;
    const { socket: _socket, ...free } = rest;
    assert.deepEqual(
      Object.values(free).map((number) => ask(number)),
      ["allow", "allow", "allow", "allow"],
    );
    assert.deepEqual(
      [clone, unshare].map((number) => [
        ask(number, 0x11),
        ask(number, 0x2000_0000),
        ask(number, NEW_USER),
        ask(number, NEW_USER | 0x11),
      ]),
      [clone, unshare].map(() => ["allow", "allow", "EPERM", "EPERM"]),
    );
    const refused = [add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd];
    assert.deepEqual(
      refused.map((number) => ask(number)),
      refused.map(() => "EPERM"),
    );
    assert.deepEqual(
      [425, 426, 427, 435].map((number) => ask(number)),
      ["ENOSYS", "ENOSYS", "ENOSYS", "ENOSYS"],
    );
    assert.deepEqual([ask(machine.read, 0, 0x40000003), ask(machine.read, 0, 0x40000028)], ["kill", "kill"]);
    if (name === "x64") assert.deepEqual([ask(0x40000000), ask(0x40000000 + 56, NEW_USER)], ["ENOSYS", "ENOSYS"]);
  });
}

test("no filter for a machine without a table", () => {
  assert.equal(seccompProgram("riscv64"), undefined);
});

const NUMBERS = process.arch === "arm64" ? MACHINES.arm64 : MACHINES.x64;

/** Calls the kernel by number, past the C library. */
const CALLS = `
import ctypes, errno
call = ctypes.CDLL(None, use_errno=True).syscall
def ask(*words):
    ctypes.set_errno(0)
    return "ok" if call(*words) >= 0 else errno.errorcode[ctypes.get_errno()]
print(ask(${NUMBERS.unshare}, ${NEW_USER}), ask(${NUMBERS.clone}, ${NEW_USER | 17}, 0, 0, 0, 0), ask(435, 0, 0),
      ask(${NUMBERS.keyctl}, 0, -3, 0), ask(${NUMBERS.bpf}, 0, 0, 0), ask(425, 1, 0), ask(${NUMBERS.socket}, 40, 1, 0),
      ask(${NUMBERS.socket}, 38, 5, 0), ask(${NUMBERS.socket}, 2, 1, 0), ask(${NUMBERS.unshare}, 0x400))
`;

test("the kernel keeps it, and programs go on as before", { skip: SKIP_SEALED || SKIP_PYTHON }, async () => {
  await using cell = await openTestCell({ want: "sealed", files: { "calls.py": CALLS } });
  assert.equal(
    (await cell.sh("python3 calls.py")).output,
    "EPERM EPERM ENOSYS EPERM EPERM ENOSYS EAFNOSUPPORT EAFNOSUPPORT ok ok\n",
  );
  const needs = [
    "python3 -c 'import multiprocessing as m, threading as t; x = t.Thread(target=print); x.start(); x.join(); m.Pool(2).map(abs, [1])'",
    `node -e 'new (require("worker_threads").Worker)("0", { eval: true }).on("exit", process.exit)'`,
    `node -e 'require("child_process").execFileSync("true"); require("net").createServer().listen(0, "127.0.0.1", process.exit)'`,
    "echo $((1 + 1)) | cat | sort | (sleep 0 & wait) && (true &) && coproc true && wait",
    "git log -1",
  ];
  const failed = (await Promise.all(needs.map(async (need) => [need, await cell.sh(need)] as const))).filter(
    ([, { code }]) => code !== 0,
  );
  assert.deepEqual(failed, []);
});
