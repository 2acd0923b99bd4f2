/** The system call filter, as classic BPF: it refuses what namespaces do not cover. ptrace stays in the cell, and debuggers need it. */

/** Results of the filter. The errors are those of a kernel without the feature, which programs expect. */
const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const failWith = (errno: number): number => 0x0005_0000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets in `struct seccomp_data`. Of an argument it is the low half, because both machines are little-endian. */
const NUMBER_AT = 0;
const ARCH_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

const CLONE_NEWUSER = 0x1000_0000;
/** Bits of a mode with which a file runs as its owner or group. Outside the cell they would take effect. */
const SET_ID = 0o6000;
/** O_CREAT and the bit of O_TMPFILE. Without them the kernel does not read the mode of `open`, and the register holds an old value. */
const CREATES = 0x40 | 0x40_0000;
/** The worker is the first process of its namespace. */
const WORKER = 1;
const PRIO_USER = 2;
/** Bit in the numbers of x32, a second set of all calls. */
const X32_BIT = 0x4000_0000;
/** UNSPEC, UNIX, INET, INET6, NETLINK. Others leave the network namespace (VSOCK, QIPCRTR) or are needless kernel code (ALG). */
const FAMILIES = [0, 1, 2, 10, 16];

interface Machine {
  /** AUDIT_ARCH_*. */
  readonly arch: number;
  readonly hasX32: boolean;
  readonly socket: number;
  /**
   * Calls for the kernel's keys, which belong to a user and not to a namespace, so the cell would reach the host's; and bpf,
   * perf_event_open, userfaultfd, which most sandbox escapes use.
   */
  readonly refused: readonly number[];
  readonly conditional: readonly Conditional[];
  /** Calls that change the owner of a file, by the argument with the user, which the group follows. */
  readonly owning: readonly (readonly [userAt: number, numbers: readonly number[]])[];
  /** `setuid`, `setreuid` and `setresuid`, which take one, two and three ids. */
  readonly becomingUser: readonly number[];
  /** `setgid`, `setregid` and `setresgid`. */
  readonly becomingGroup: readonly number[];
}

/** The user of a cell's processes, as the kernel knows him. */
export interface Ids {
  readonly uid: number;
  readonly gid: number;
  /** His further groups outside of the cell. */
  readonly groups: readonly number[];
  /** The cell has a user namespace, in which there is no other id. */
  readonly isAlone: boolean;
}

/** Calls that are refused with EPERM when all tests of one case hold, or else succeed without an effect when those of an idle one do. */
interface Conditional {
  readonly numbers: readonly number[];
  readonly cases: readonly (readonly Test[])[];
  readonly idle?: readonly (readonly Test[])[];
}

/** A test of one argument. */
type Test = readonly [argument: number, is: keyof typeof JUMPS, value: number];

const refusedIf =
  (...cases: Conditional["cases"]) =>
  (...numbers: readonly number[]): Conditional => ({ numbers, cases });
/** `clone` and `unshare`. */
const makesUserNamespace = refusedIf([[0, "any bit", CLONE_NEWUSER]]);
/** Calls with a mode at this argument. */
const setsMode = (argument: number) => refusedIf([[argument, "any bit", SET_ID]]);
/** `open` and `openat`: the mode comes after the flags. */
const opensWithMode = (flags: number) =>
  refusedIf([
    [flags, "any bit", CREATES],
    [flags + 1, "any bit", SET_ID],
  ]);
/** `prlimit64` of another process, which could lower the limits of the worker. */
const limitsOthers = refusedIf([[0, "not", 0]]);
/** `setpriority` of the worker, or of all processes of its user. */
const ranksWorker = refusedIf([[1, "equal", WORKER]], [[0, "equal", PRIO_USER]]);
/** Scheduling of the worker's main thread. Libraries may still schedule the threads of a command, which have other numbers. */
const schedulesWorker = (argument: number) => refusedIf([[argument, "equal", WORKER]]);

/** The id of a call that leaves an id as it is. */
const UNCHANGED = 0xffff_ffff;
/** A jump of the filter goes at most 255 instructions far. */
const MAX_GROUPS = 64;
const isForeign = (argument: number, own: readonly number[]): readonly Test[] =>
  [...own, UNCHANGED].map((id) => [argument, "not", id] as const);

/** Changes of an owner to an id that the cell lacks: what would succeed outside changes nothing here, where the kernel says EINVAL. */
function changesOwner({ uid, gid, groups }: Ids, [user, numbers]: Machine["owning"][number]): Conditional {
  const [byUser, byGroup] = [isForeign(user, [uid]), isForeign(user + 1, [gid])];
  if (uid === 0) return { numbers, cases: [], idle: [byUser, byGroup] };
  return { numbers, cases: [byUser, isForeign(user + 1, [gid, ...groups.slice(0, MAX_GROUPS)])], idle: [byGroup] };
}

/** A call with `count` ids that becomes a user or group that the cell lacks: programs expect EPERM, and not the kernel's EINVAL. */
const becomes = (id: number, number: number, count: number): Conditional => ({
  numbers: [number],
  cases: Array.from({ length: count }, (_, argument) => isForeign(argument, [id])),
});

/** The same number on both machines. A filter cannot read its flags, which are in memory; C libraries fall back to clone. */
const CLONE3 = 435;
/** Setup, enter and register of io_uring, whose calls pass no filter. */
const IO_URING = [425, 426, 427];
/** Its mode is in memory, where a filter cannot read it. Programs fall back to openat, as on a kernel before 5.6. */
const OPENAT2 = 437;
const FCHMODAT2 = 452;

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    arch: 0xc000_003e,
    hasX32: true,
    socket: 41,
    refused: [248, 249, 250, 321, 298, 323],
    conditional: [
      makesUserNamespace(56, 272),
      setsMode(1)(90, 91, 85, 133), // chmod, fchmod, creat, mknod
      setsMode(2)(268, FCHMODAT2, 259), // fchmodat, fchmodat2, mknodat
      opensWithMode(1)(2),
      opensWithMode(2)(257),
      limitsOthers(302),
      ranksWorker(141),
      schedulesWorker(0)(142, 144, 203, 314), // sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr
      schedulesWorker(1)(251), // ioprio_set
    ],
    owning: [
      [1, [92, 93, 94]], // chown, fchown, lchown
      [2, [260]], // fchownat
    ],
    becomingUser: [105, 113, 117],
    becomingGroup: [106, 114, 119],
  },
  arm64: {
    arch: 0xc000_00b7,
    hasX32: false,
    socket: 198,
    refused: [217, 218, 219, 280, 241, 282],
    conditional: [
      makesUserNamespace(220, 97),
      setsMode(1)(52), // fchmod
      setsMode(2)(53, FCHMODAT2, 33), // fchmodat, fchmodat2, mknodat
      opensWithMode(2)(56),
      limitsOthers(261),
      ranksWorker(140),
      schedulesWorker(0)(118, 119, 122, 274), // sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr
      schedulesWorker(1)(30), // ioprio_set
    ],
    owning: [
      [1, [55]], // fchown
      [2, [54]], // fchownat
    ],
    becomingUser: [146, 145, 147],
    becomingGroup: [144, 143, 149],
  },
};

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (at: number): Instruction => [0x20, 0, 0, at];
const give = (result: number): Instruction => [0x06, 0, 0, result];
/** Jumps count skipped instructions. */
const ifEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value];
const ifAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value];
const JUMPS = {
  equal: ifEqual,
  not: (value: number, ifTrue: number, ifFalse: number) => ifEqual(value, ifFalse, ifTrue),
  "any bit": (value: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, value],
} as const;
const skip = (count: number): Instruction => [0x05, 0, 0, count];

/** What makes the program for `process.arch`, for bubblewrap's `--seccomp`; undefined for other machines. */
export function seccompProgram(machineName: string): ((ids: Ids) => Buffer) | undefined {
  const machine = MACHINES[machineName];
  return machine && ((ids) => encode(instructions(machine, ids)));
}

function instructions(machine: Machine, ids: Ids): readonly Instruction[] {
  const { arch, hasX32, socket, refused, conditional, owning, becomingUser, becomingGroup } = machine;
  // Where root builds the cell, setpriv becomes the worker's user under this filter; the kernel itself answers EPERM after that.
  const changes = ids.isAlone
    ? [
        ...becomingUser.map((number, index) => becomes(ids.uid, number, index + 1)),
        ...becomingGroup.map((number, index) => becomes(ids.gid, number, index + 1)),
      ]
    : [];
  const all = [...conditional, ...owning.map((one) => changesOwner(ids, one)), ...changes];
  const refuse = (numbers: readonly number[], errno: number): readonly Instruction[] =>
    numbers.flatMap((number) => [ifEqual(number, 0, 1), give(failWith(errno))]);
  return [
    // A program for another machine (32 bits) has other numbers of calls.
    load(ARCH_AT),
    ifEqual(arch, 1, 0),
    give(KILL),
    load(NUMBER_AT),
    ...(hasX32 ? [ifAtLeast(X32_BIT, 0, 1), give(failWith(ENOSYS))] : []),
    ...refuse(refused, EPERM),
    ...refuse([CLONE3, OPENAT2, ...IO_URING], ENOSYS),
    ...all.flatMap(judged),
    ifEqual(socket, 0, 2 + FAMILIES.length),
    load(argumentAt(0)),
    ...FAMILIES.map((family, index) => ifEqual(family, FAMILIES.length - index, 0)),
    give(failWith(EAFNOSUPPORT)),
    give(ALLOW),
  ];
}

/** Each case is left at the first test that fails; after the last case the call is allowed. */
function judged({ numbers, cases, idle = [] }: Conditional): readonly Instruction[] {
  const when = (tests: readonly Test[], errno: number): readonly Instruction[] => [
    ...tests.flatMap(([argument, is, value], index) => {
      const rest = 2 * (tests.length - index - 1);
      return [load(argumentAt(argument)), JUMPS[is](value, 0, rest + 1)];
    }),
    give(failWith(errno)),
  ];
  const body = [
    ...cases.flatMap((tests) => when(tests, EPERM)),
    ...idle.flatMap((tests) => when(tests, 0)),
    give(ALLOW),
  ];
  return [...numbers.map((number, index) => ifEqual(number, numbers.length - index, 0)), skip(body.length), ...body];
}

/** `struct sock_filter` is 8 bytes. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
