/**
 * A node addon with which the worker, as the first process of its namespace, waits for processes that it did not start. `reap(pid)` makes
 * one `wait4` that does not block. It is machine code, because a cell must not depend on a compiler or a prebuilt file.
 */

/** Path of the addon in the cell. */
export const REAPER_AT = "/opt/kimi/reap.node";

/** What an instruction refers to: the function that JavaScript calls, or the address of an imported function. */
type Target = "reap" | (typeof IMPORTS)[number];
/** The instructions in hexadecimal. Where one has a target, the distance to that is filled in. */
type Code = readonly (string | readonly [bytes: string, target: Target])[];

interface Machine {
  /** EM_*. */
  readonly elf: number;
  /** R_*_GLOB_DAT: the loader writes the address of a symbol. */
  readonly relocation: number;
  /** `napi_register_module_v1(env, exports)`: returns `napi_create_function(env, NULL, 0, reap, NULL, &result)`. */
  readonly register: Code;
  /** `reap(env, info)`: `wait4(pid, NULL, WNOHANG, NULL)`. Where the argument is no number, `pid` is one that cannot exist. */
  readonly reap: Code;
  /** Completes an instruction: `distance` is from its first byte. */
  readonly complete: (instruction: Buffer, distance: number) => void;
}

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    elf: 62,
    relocation: 6,
    register: [
      "4883ec18", // sub rsp, 24
      "31f6", // xor esi, esi
      "31d2", // xor edx, edx
      ["488d0d00000000", "reap"], // lea rcx, [rip + …]
      "4531c0", // xor r8d, r8d
      "4c8d4c2408", // lea r9, [rsp + 8]
      ["ff1500000000", "napi_create_function"], // call [rip + …]
      "488b442408", // mov rax, [rsp + 8]
      "4883c418", // add rsp, 24
      "c3", // ret
    ],
    reap: [
      "53", // push rbx
      "4883ec20", // sub rsp, 32
      "4889fb", // mov rbx, rdi
      "48c7042401000000", // mov qword [rsp], 1
      "4889e2", // mov rdx, rsp
      "488d4c2408", // lea rcx, [rsp + 8]
      "4531c0", // xor r8d, r8d
      "4531c9", // xor r9d, r9d
      ["ff1500000000", "napi_get_cb_info"], // call [rip + …]
      "c7442410ffffff7f", // mov dword [rsp + 16], 0x7fffffff
      "4889df", // mov rdi, rbx
      "488b742408", // mov rsi, [rsp + 8]
      "488d542410", // lea rdx, [rsp + 16]
      ["ff1500000000", "napi_get_value_int32"], // call [rip + …]
      "8b7c2410", // mov edi, [rsp + 16]
      "31f6", // xor esi, esi
      "ba01000000", // mov edx, 1
      "4531d2", // xor r10d, r10d
      "b83d000000", // mov eax, 61
      "0f05", // syscall
      "31c0", // xor eax, eax
      "4883c420", // add rsp, 32
      "5b", // pop rbx
      "c3", // ret
    ],
    complete: (instruction, distance) => {
      // Counted from the end of the instruction, which the distance ends.
      instruction.writeInt32LE(distance - instruction.length, instruction.length - 4);
    },
  },
  arm64: {
    elf: 183,
    relocation: 1025,
    register: [
      "fd7bbea9", // stp x29, x30, [sp, #-32]!
      "fd030091", // mov x29, sp
      "010080d2", // mov x1, #0
      "020080d2", // mov x2, #0
      ["03000010", "reap"], // adr x3, …
      "040080d2", // mov x4, #0
      "e5430091", // add x5, sp, #16
      ["09000058", "napi_create_function"], // ldr x9, …
      "20013fd6", // blr x9
      "e00b40f9", // ldr x0, [sp, #16]
      "fd7bc2a8", // ldp x29, x30, [sp], #32
      "c0035fd6", // ret
    ],
    reap: [
      "fd7bbda9", // stp x29, x30, [sp, #-48]!
      "fd030091", // mov x29, sp
      "f30b00f9", // str x19, [sp, #16]
      "f30300aa", // mov x19, x0
      "220080d2", // mov x2, #1
      "e20f00f9", // str x2, [sp, #24]
      "e2630091", // add x2, sp, #24
      "e3830091", // add x3, sp, #32
      "040080d2", // mov x4, #0
      "050080d2", // mov x5, #0
      ["09000058", "napi_get_cb_info"], // ldr x9, …
      "20013fd6", // blr x9
      "0400b012", // mov w4, #0x7fffffff
      "e42b00b9", // str w4, [sp, #40]
      "e00313aa", // mov x0, x19
      "e11340f9", // ldr x1, [sp, #32]
      "e2a30091", // add x2, sp, #40
      ["09000058", "napi_get_value_int32"], // ldr x9, …
      "20013fd6", // blr x9
      "e02b40b9", // ldr w0, [sp, #40]
      "010080d2", // mov x1, #0
      "220080d2", // mov x2, #1
      "030080d2", // mov x3, #0
      "882080d2", // mov x8, #260
      "010000d4", // svc #0
      "000080d2", // mov x0, #0
      "f30b40f9", // ldr x19, [sp, #16]
      "fd7bc3a8", // ldp x29, x30, [sp], #48
      "c0035fd6", // ret
    ],
    complete: (instruction, distance) => {
      // `adr` and `ldr` count in words here, from bit 5 on; both targets come later.
      instruction.writeUInt32LE(instruction.readUInt32LE() | ((distance / 4) << 5));
    },
  },
};

const REGISTER = "napi_register_module_v1";
const IMPORTS = ["napi_create_function", "napi_get_cb_info", "napi_get_value_int32"] as const;

/** The writable part comes this much later in memory than in the file: the largest page of either machine. */
const PAGE = 0x1_0000;

/** The addon for `process.arch`; undefined for other machines. */
export function reaperAddon(machineName: string): Buffer | undefined {
  const machine = MACHINES[machineName];
  return machine === undefined ? undefined : addon(machine);
}

/** A shared library without sections: headers, symbols, hashes, relocations, names, code, and the part that the loader writes to. */
function addon({ elf, relocation, register, reap, complete }: Machine): Buffer {
  const names = ["", REGISTER, ...IMPORTS].map((name) => `${name}\0`);
  const sizes = {
    headers: 64 + 4 * 56,
    symbols: 24 * names.length,
    hashes: 4 * (3 + names.length),
    relocations: 24 * IMPORTS.length,
    names: names.join("").length,
    register: bytesOf(register),
    reap: bytesOf(reap),
    dynamic: 9 * 16,
    addresses: 8 * IMPORTS.length,
  };
  const at: Record<keyof typeof sizes, number> = { ...sizes };
  let end = 0;
  for (const part of Object.keys(sizes) as (keyof typeof sizes)[]) {
    at[part] = end;
    end += Math.ceil(sizes[part] / 8) * 8;
  }
  const address = (part: keyof typeof sizes): number => at[part] + (at[part] < at.dynamic ? 0 : PAGE);
  const file = Buffer.alloc(end);
  const put = (offset: number, ...longs: readonly number[]): void =>
    longs.forEach((long, index) => file.writeBigUInt64LE(BigInt(long), offset + 8 * index));

  // ELF, 64 bits, little-endian, version 1; a shared library; program headers after this one.
  file.write("7f454c46020101", "hex");
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(elf, 18);
  file.writeUInt32LE(1, 20);
  put(32, 64);
  // Sizes of this header and of a program header, the number of those, and the size of a section header.
  [64, 56, 4, 64].forEach((value, index) => file.writeUInt16LE(value, 52 + 2 * index));
  const header = (index: number, type: number, flags: number, from: number, to: number, page: number): void => {
    const offset = 64 + 56 * index;
    const moved = from + (from < at.dynamic ? 0 : PAGE);
    file.writeUInt32LE(type, offset);
    file.writeUInt32LE(flags, offset + 4);
    put(offset + 8, from, moved, moved, to - from, to - from, page);
  };
  header(0, 1, 5, 0, at.dynamic, PAGE); // read and run
  header(1, 1, 6, at.dynamic, end, PAGE); // read and write
  header(2, 2, 6, at.dynamic, at.addresses, 8); // PT_DYNAMIC
  header(3, 0x6474_e551, 6, 0, 0, 16); // PT_GNU_STACK: the stack needs not be run

  names.forEach((name, index) => {
    const offset = at.symbols + 24 * index;
    if (index === 0) return;
    file.writeUInt32LE(names.slice(0, index).join("").length, offset);
    file.writeUInt8(name.startsWith(REGISTER) ? 0x12 : 0x10, offset + 4); // global; ours is a function
    if (!name.startsWith(REGISTER)) return;
    file.writeUInt16LE(1, offset + 6); // in a section: it is defined here
    put(offset + 8, address("register"), sizes.register);
  });
  [1, names.length, 1].forEach((word, index) => file.writeUInt32LE(word, at.hashes + 4 * index)); // one chain: the first
  IMPORTS.forEach((_, index) => {
    put(at.relocations + 24 * index, address("addresses") + 8 * index, (index + 2) * 2 ** 32 + relocation, 0);
  });
  file.write(names.join(""), at.names, "latin1");
  for (const part of ["register", "reap"] as const) {
    let offset = at[part];
    for (const line of part === "register" ? register : reap) {
      const [bytes, target] = typeof line === "string" ? [line] : line;
      const instruction = Buffer.from(bytes, "hex");
      if (target === "reap") complete(instruction, address("reap") - offset);
      else if (target !== undefined) complete(instruction, address("addresses") + 8 * IMPORTS.indexOf(target) - offset);
      offset += instruction.copy(file, offset);
    }
  }
  // DT_HASH, DT_STRTAB, DT_SYMTAB, DT_RELA, DT_RELASZ, DT_RELAENT, DT_STRSZ, DT_SYMENT, DT_NULL
  const tags = [4, address("hashes"), 5, address("names"), 6, address("symbols"), 7, address("relocations")];
  put(at.dynamic, ...tags, 8, sizes.relocations, 9, 24, 10, sizes.names, 11, 24, 0, 0);
  return file;
}

function bytesOf(code: Code): number {
  return code.reduce((sum, line) => sum + (typeof line === "string" ? line : line[0]).length / 2, 0);
}
