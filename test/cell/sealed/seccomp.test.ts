import assert from "node:assert/strict";
import { test } from "node:test";
import { seccompProgram, type Ids } from "../../../src/cell/sealed/seccomp.ts";
import { openTestCell, SKIP_SEALED } from "../../doubles/cell.ts";

const SKIP_PYTHON = without("python3");

interface Call {
  readonly arch: number;
  readonly number: number;
  /** The arguments from the first one on; the others are 0. */
  readonly words?: readonly number[];
}

/** Runs a program of classic BPF as the kernel does; loads, comparisons and returns are all that a filter needs. */
function decide(program: Buffer, { arch, number, words = [] }: Call): string {
  const input = new Map([
    [0, number],
    [4, arch],
    ...Array.from({ length: 6 }, (_, index): [number, number] => [16 + 8 * index, words[index] ?? 0]),
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
    else if (code === 0x05) at += value;
    else if (code === 0x06) return NAMES[value] ?? value.toString(16);
    else assert.fail(`instruction ${code.toString(16)}`);
  }
  return assert.fail("the program ran off its end");
}

const NAMES: Readonly<Record<number, string>> = {
  0x7fff0000: "allow",
  0x50000: "no effect",
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

type Guarded = readonly [call: string, number: number, ...words: number[]];

const PATH = 0x5000;
const CREATE = 0x41;

const USER: Ids = { uid: 1001, gid: 121, groups: [4, 27], isAlone: true };
const SAME = 0xffff_ffff;

/** A call of a name that ends in `!` is refused, and of one that ends in `~` has no effect. The same lists for both machines, with their numbers. */
const guardedCalls = (n: Readonly<Record<string, number | undefined>>): readonly Guarded[] => {
  const of = (name: string, ...words: readonly number[]): readonly Guarded[] => {
    const number = n[name.replace(/[ !~].*$/, "")];
    return number === undefined ? [] : [[name, number, ...words]];
  };
  return [
    ...of("chmod 4755!", PATH, 0o4755),
    ...of("chmod 2755!", PATH, 0o2755),
    ...of("chmod 1777", PATH, 0o1777),
    ...of("fchmod 6755!", 3, 0o106755),
    ...of("fchmod 644", 3, 0o644),
    ...of("fchmodat 4755!", 3, PATH, 0o4755),
    ...of("fchmodat 755", 3, 0o6000, 0o755),
    ...of("fchmodat2 4755!", 3, PATH, 0o4755, 0),
    ...of("creat 4755!", PATH, 0o4755),
    ...of("creat 644", PATH, 0o644),
    ...of("mknod 4755!", PATH, 0o104755),
    ...of("mknodat 4755!", 3, PATH, 0o104755),
    ...of("mknodat 644", 3, PATH, 0o644),
    ...of("open that creates!", PATH, CREATE, 0o4755),
    ...of("open", PATH, 0, 0o6755),
    ...of("openat that creates!", 3, PATH, CREATE, 0o4755),
    ...of("openat without a name!", 3, PATH, 0x40_4002, 0o2755),
    ...of("openat that creates 644", 3, PATH, CREATE, 0o644),
    ...of("openat", 3, PATH, 0x8_0000, 0o7777),
    ...of("prlimit64 of the own process", 0, 7),
    ...of("prlimit64 of another!", 1, 7),
    ...of("setpriority of the own process", 0, 0, 5),
    ...of("setpriority of the own group", 1, 0, 5),
    ...of("setpriority of a thread, by its number", 0, 77, 5),
    ...of("setpriority of the worker!", 0, 1, 5),
    ...of("setpriority of the user!", 2, 0, 5),
    ...of("sched_setaffinity of a thread", 37, 8),
    ...of("sched_setaffinity of the worker!", 1, 8),
    ...of("sched_setscheduler of the worker!", 1, 5),
    ...of("sched_setparam of the worker!", 1, 5),
    ...of("sched_setattr of the worker!", 1, 5),
    ...of("ioprio_set of the own process", 1, 0, 3),
    ...of("ioprio_set of the worker!", 1, 1, 3),
    ...of("chown to oneself", PATH, 1001, 121),
    ...of("lchown to an own group~", PATH, SAME, 27),
    ...of("chown to another group!", PATH, SAME, 28),
    ...of("fchown to root!", 3, 0, SAME),
    ...of("fchown of nothing", 3, SAME, SAME),
    ...of("fchownat to an own group~", 3, PATH, 1001, 4, 0),
    ...of("fchownat to root!", 3, PATH, 0, 121, 0),
    ...of("setuid to oneself", 1001),
    ...of("setuid to root!", 0),
    ...of("setreuid to root!", SAME, 0),
    ...of("setresuid to oneself", SAME, 1001, 1001),
    ...of("setresuid to root!", 1001, 1001, 0),
    ...of("setgid to an own group!", 27),
    ...of("setregid to oneself", 121, SAME),
    ...of("setresgid to root!", 121, SAME, 0),
  ];
};

const GUARDED = {
  x64: guardedCalls({
    chmod: 90,
    fchmod: 91,
    fchmodat: 268,
    fchmodat2: 452,
    creat: 85,
    mknod: 133,
    mknodat: 259,
    open: 2,
    openat: 257,
    prlimit64: 302,
    setpriority: 141,
    sched_setaffinity: 203,
    sched_setscheduler: 144,
    sched_setparam: 142,
    sched_setattr: 314,
    ioprio_set: 251,
    chown: 92,
    fchown: 93,
    lchown: 94,
    fchownat: 260,
    setuid: 105,
    setgid: 106,
    setreuid: 113,
    setregid: 114,
    setresuid: 117,
    setresgid: 119,
  }),
  arm64: guardedCalls({
    fchmod: 52,
    fchmodat: 53,
    fchmodat2: 452,
    mknodat: 33,
    openat: 56,
    prlimit64: 261,
    setpriority: 140,
    sched_setaffinity: 122,
    sched_setscheduler: 119,
    sched_setparam: 118,
    sched_setattr: 274,
    ioprio_set: 30,
    fchownat: 54,
    fchown: 55,
    setregid: 143,
    setgid: 144,
    setreuid: 145,
    setuid: 146,
    setresuid: 147,
    setresgid: 149,
  }),
};

for (const [name, machine] of Object.entries(MACHINES)) {
  test(`the filter for ${name}`, () => {
    const program = seccompProgram(name)?.(USER);
    assert.ok(program);
    const ask = (number: number, argument = 0, arch: number = machine.arch): string =>
      decide(program, { arch, number, words: [argument] });
    const guarded = GUARDED[name as keyof typeof GUARDED];
    assert.deepEqual(
      guarded.map(([call, number, ...words]) => [call, decide(program, { arch: machine.arch, number, words })]),
      guarded.map(([call]) => [call, call.endsWith("!") ? "EPERM" : call.endsWith("~") ? "no effect" : "allow"]),
    );
    // Outside root may give files away. Where root built the cell, setpriv becomes the worker's user under the filter.
    const asRoot = seccompProgram(name)?.({ uid: 0, gid: 0, groups: [], isAlone: false }) ?? Buffer.alloc(0);
    const [fchown, setuid] = name === "x64" ? [93, 105] : [55, 146];
    const calls = [
      [fchown, 3, 1000, 1000],
      [fchown, 3, 0, 1000],
      [fchown, 3, SAME, 0],
      [setuid, 1000],
    ] as const;
    assert.deepEqual(
      calls.map(([number, ...words]) => decide(asRoot, { arch: machine.arch, number, words })),
      ["no effect", "no effect", "allow", "allow"],
    );
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
      [425, 426, 427, 435, 437].map((number) => ask(number)),
      ["ENOSYS", "ENOSYS", "ENOSYS", "ENOSYS", "ENOSYS"],
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
import os
def tried(call, *words):
    try: return call(*words)
    except OSError as error: return errno.errorcode[error.errno]
print(*[tried(call, 12) for call in (os.setuid, os.setgid)], *[tried(call, 12, -1) for call in (os.setreuid, os.setregid)],
      tried(os.setuid, os.getuid()), tried(os.setgid, os.getgid()))
`;

/** The ways to make a file that runs as its owner, each past the C library, and calls that look alike and do nothing. */
const SETUID = `
import ctypes, errno, os, stat
call = ctypes.CDLL(None, use_errno=True).syscall
def tried(name, *words):
    path = name.replace(" ", "-").encode()
    here = -100
    ctypes.set_errno(0)
    values = [path if word == "path" else word for word in words]
    answer = call(*values)
    error = "ok" if answer >= 0 else errno.errorcode[ctypes.get_errno()]
    if answer > 2 and "tmpfile" in name:
        os.link(f"/proc/self/fd/{answer}", path)
    made = os.path.lexists(path) and os.stat(path).st_mode & 0o6000
    print(name, error, oct(made) if made else "-")
def existing(name, *words):
    open(name.replace(" ", "-"), "w").close()
    tried(name, *words)
fd = os.open("by-descriptor", os.O_CREAT | os.O_RDWR)
how = (ctypes.c_uint64 * 3)(0x41, 0o4755, 0)
for mode in (0o4755, 0o2755, 0o6755):
    existing("fchmodat %o" % mode, FCHMODAT, -100, "path", mode)
tried("by descriptor", FCHMOD, fd, 0o4755)
existing("fchmodat2", 452, -100, "path", 0o4755, 0)
tried("mknodat", MKNODAT, -100, "path", 0o104755, 0)
tried("openat", OPENAT, -100, "path", 0x41, 0o4755)
tried("openat tmpfile", OPENAT, -100, b".", os.O_TMPFILE | 2, 0o4755)
tried("openat2", 437, -100, "path", ctypes.byref(how), 24)
if os.uname().machine == "x86_64":
    existing("chmod", 90, "path", 0o4755)
    tried("creat", 85, "path", 0o4755)
    tried("mknod", 133, "path", 0o104755, 0)
    tried("open", 2, "path", 0x41, 0o4755)
tried("openat of 644", OPENAT, -100, "path", 0x41, 0o644)
existing("fchmodat 1755", FCHMODAT, -100, "path", 0o1755)
existing("openat without creating", OPENAT, -100, "path", 0, 0o4755)
`;
import { without } from "../../doubles/missing.ts";

test("no file runs as its owner", { skip: SKIP_SEALED || SKIP_PYTHON }, async () => {
  const names = process.arch === "arm64" ? [53, 52, 33, 56] : [268, 91, 259, 257];
  const [FCHMODAT, FCHMOD, MKNODAT, OPENAT] = names;
  const numbers = Object.entries({ FCHMODAT, FCHMOD, MKNODAT, OPENAT }).map(([name, number]) => `${name}=${number}\n`);
  await using cell = await openTestCell({ want: "sealed", files: { "setuid.py": numbers.join("") + SETUID } });
  const { output } = await cell.sh("umask 0; python3 setuid.py");
  const machine = process.arch === "arm64" ? "" : "chmod EPERM -\ncreat EPERM -\nmknod EPERM -\nopen EPERM -\n";
  assert.equal(
    output,
    `fchmodat 4755 EPERM -
fchmodat 2755 EPERM -
fchmodat 6755 EPERM -
by descriptor EPERM -
fchmodat2 EPERM -
mknodat EPERM -
openat EPERM -
openat tmpfile EPERM -
openat2 ENOSYS -
${machine}openat of 644 ok -
fchmodat 1755 ok -
openat without creating ok -
`,
  );
  // What real tools do with modes.
  const tools = [
    "mkdir -p m/n && chmod -R u+rwX,go-w m && install -m 755 setuid.py m/p && cp -a m o && tar cf - m | (cd o && tar xf -)",
    "git init -q r && cd r && git commit -q --allow-empty -m x && git clone -q . ../c",
    'python3 -c \'import tempfile, zipfile, shutil; d = tempfile.mkdtemp(); shutil.copytree("m", d + "/x")\'',
  ];
  for (const tool of tools) assert.deepEqual([tool, (await cell.sh(tool)).code], [tool, 0]);
});

test("the kernel enforces the filter, and programs go on as before", { skip: SKIP_SEALED || SKIP_PYTHON }, async () => {
  await using cell = await openTestCell({ want: "sealed", files: { "calls.py": CALLS } });
  assert.equal(
    (await cell.sh("python3 calls.py")).output,
    "EPERM EPERM ENOSYS EPERM EPERM ENOSYS EAFNOSUPPORT EAFNOSUPPORT ok ok\nEPERM EPERM EPERM EPERM None None\n",
  );
  const needs = [
    "python3 -c 'import multiprocessing as m, threading as t; x = t.Thread(target=print); x.start(); x.join(); m.Pool(2).map(abs, [1])'",
    `node -e 'new (require("worker_threads").Worker)("0", { eval: true }).on("exit", process.exit)'`,
    `node -e 'require("child_process").execFileSync("true"); require("net").createServer().listen(0, "127.0.0.1", process.exit)'`,
    "echo $((1 + 1)) | cat | sort | (sleep 0 & wait) && (true &) && coproc true && wait",
    "git log -1",
    // The archive's files are another user's. Outside it is unpacked as it is here, by root and by others.
    "tar --owner=1234 --group=1235 -cf a.tar calls.py && mkdir t && tar -xf a.tar -C t && test -O t/calls.py" +
      (process.getuid?.() === 0 ? "&& chown -hR 1234:1235 t && test -O t/calls.py && cp -a --preserve=all t u" : ""),
    ...(without("fakeroot") === false
      ? ["test \"$(fakeroot sh -c 'chown 77 a.tar && stat -c %u a.tar' 2>&1)\" = 77"]
      : []),
  ];
  const failed = (await Promise.all(needs.map(async (need) => [need, await cell.sh(need)] as const))).filter(
    ([, { code }]) => code !== 0,
  );
  assert.deepEqual(failed, []);
});
