/** Loads WebAssembly of Emscripten. It gets bounded memory and nothing else: no files, no clock, no environment. */

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** A document that needs more is refused. A page with photographs takes some 150 MB. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
/** The errors of failed calls: WASI's "bad file", and Emscripten's number for "no such file". */
const [BADF, NOENT] = [8, -44];

type Call = (...numbers: readonly number[]) => number;

interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** Node has WebAssembly, but its types come only with those of browsers. */
declare const WebAssembly: {
  readonly Module: {
    readonly imports: (module: object) => readonly { readonly module: string; readonly name: string }[];
    new (bytes: Uint8Array): object;
  };
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

interface Wasm<N extends string> {
  readonly call: Readonly<Record<N, Call>>;
  /** After each growth it has another buffer. */
  readonly memory: Memory;
}

/** The functions by which a program of Emscripten is started and unwound. */
const RUNTIME = [
  "setThrew",
  "emscripten_stack_get_current",
  "_emscripten_stack_restore",
  "emscripten_stack_init",
  "__wasm_call_ctors",
] as const;

/** Starts a packed program, and returns its functions `names`. */
export function loadWasm<const N extends string>(packed: URL, names: readonly N[]): Wasm<N> {
  const module = new WebAssembly.Module(brotliDecompressSync(readFileSync(packed)));
  const exported: Record<string, unknown> = {};
  const memory = (): Memory => exported["memory"] as Memory;
  const runtime = (name: (typeof RUNTIME)[number]): Call => exported[name] as Call;
  /** Calls a function that may end with C's `longjmp`. */
  const invoke = (index = 0, ...given: readonly number[]): number => {
    const stack = runtime("emscripten_stack_get_current")();
    try {
      const table = exported["__indirect_function_table"] as { readonly get: (index: number) => Call };
      return table.get(index)(...given);
    } catch (error) {
      if (!(error instanceof LongJump)) throw error;
      runtime("_emscripten_stack_restore")(stack);
      runtime("setThrew")(1, 0);
      return 0;
    }
  };
  const own: Readonly<Record<string, Call>> = {
    emscripten_resize_heap: (wanted) => (hasGrown(memory(), wanted) ? 1 : 0),
    _emscripten_memcpy_js: (to = 0, from = 0, length = 0) => {
      new Uint8Array(memory().buffer).copyWithin(to, from, from + length);
      return 0;
    },
    _emscripten_throw_longjmp: () => {
      throw new LongJump();
    },
    // The program aborts where memory is refused.
    _abort_js: () => {
      throw tooMuchMemory();
    },
  };
  const imports: Record<string, Record<string, Call>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const refused = name.startsWith("__syscall") ? NOENT : name.startsWith("fd_") ? BADF : 0;
    (imports[from] ??= {})[name] = own[name] ?? (name.startsWith("invoke_") ? invoke : () => refused);
  }
  Object.assign(exported, new WebAssembly.Instance(module, imports).exports);
  const missing = [...RUNTIME, ...names].filter((name) => typeof exported[name] !== "function");
  if (missing.length > 0) throw new Error(`the program has no ${missing.join(", ")}`);
  runtime("emscripten_stack_init")();
  runtime("__wasm_call_ctors")();
  return { call: exported as Record<N, Call>, memory: memory() };
}

class LongJump extends Error {}

export function tooMuchMemory(): Error {
  return new Error(`it needs more than ${MAX_MEMORY_BYTES / 1024 / 1024} MB of memory`);
}

function hasGrown(memory: Memory, wanted = 0): boolean {
  const bytes = wanted >>> 0;
  if (bytes > MAX_MEMORY_BYTES) return false;
  memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES));
  return true;
}
