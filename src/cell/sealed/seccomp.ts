/**
 * The system call filter of a sealed cell, as the bytes of a classic BPF program. It refuses calls that namespaces do not cover
 * and allows all others. ptrace is allowed: it reaches only the process namespace, and debuggers and leak checkers need it.
 */

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
const FIRST_ARGUMENT_AT = 16;

const CLONE_NEWUSER = 0x1000_0000;
/** Bit in the numbers of x32, a second set of all calls. */
const X32_BIT = 0x4000_0000;
/**
 * UNSPEC, UNIX, INET, INET6 and NETLINK. Others reach past the network namespace (VSOCK to the host of a virtual machine,
 * QIPCRTR) or are kernel code that no build needs (ALG).
 */
const FAMILIES = [0, 1, 2, 10, 16];

interface Machine {
  /** AUDIT_ARCH_*. */
  readonly arch: number;
  readonly hasX32: boolean;
  readonly clone: number;
  readonly unshare: number;
  readonly socket: number;
  /** Calls for the kernel's keys, which belong to a user and not to a namespace, so the cell would reach the host's. */
  readonly keys: readonly number[];
  /** bpf, perf_event_open, userfaultfd, which most sandbox escapes use. */
  readonly kernel: readonly number[];
}

/** The same number on both machines. A filter cannot read its flags, which are in memory; C libraries fall back to clone. */
const CLONE3 = 435;
/** Setup, enter and register of io_uring, whose calls pass no filter. */
const IO_URING = [425, 426, 427];

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    arch: 0xc000_003e,
    hasX32: true,
    clone: 56,
    unshare: 272,
    socket: 41,
    keys: [248, 249, 250],
    kernel: [321, 298, 323],
  },
  arm64: {
    arch: 0xc000_00b7,
    hasX32: false,
    clone: 220,
    unshare: 97,
    socket: 198,
    keys: [217, 218, 219],
    kernel: [280, 241, 282],
  },
};

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (at: number): Instruction => [0x20, 0, 0, at];
const give = (result: number): Instruction => [0x06, 0, 0, result];
/** Jumps count skipped instructions. */
const ifEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value];
const ifAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value];
const ifAnyBit = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, value];

/** The program for `process.arch`, for bubblewrap's `--seccomp`; undefined for other machines. */
export function seccompProgram(machineName: string): Buffer | undefined {
  const machine = MACHINES[machineName];
  return machine === undefined ? undefined : encode(instructions(machine));
}

function instructions({ arch, hasX32, clone, unshare, socket, keys, kernel }: Machine): readonly Instruction[] {
  const refuse = (numbers: readonly number[], errno: number): readonly Instruction[] =>
    numbers.flatMap((number) => [ifEqual(number, 0, 1), give(failWith(errno))]);
  return [
    // A program for another machine (32 bits) has other numbers of calls.
    load(ARCH_AT),
    ifEqual(arch, 1, 0),
    give(KILL),
    load(NUMBER_AT),
    ...(hasX32 ? [ifAtLeast(X32_BIT, 0, 1), give(failWith(ENOSYS))] : []),
    ...refuse([...keys, ...kernel], EPERM),
    ...refuse([CLONE3, ...IO_URING], ENOSYS),
    ...[clone, unshare].flatMap((number) => [
      ifEqual(number, 0, 4),
      load(FIRST_ARGUMENT_AT),
      ifAnyBit(CLONE_NEWUSER, 0, 1),
      give(failWith(EPERM)),
      give(ALLOW),
    ]),
    ifEqual(socket, 0, 2 + FAMILIES.length),
    load(FIRST_ARGUMENT_AT),
    ...FAMILIES.map((family, index) => ifEqual(family, FAMILIES.length - index, 0)),
    give(failWith(EAFNOSUPPORT)),
    give(ALLOW),
  ];
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
