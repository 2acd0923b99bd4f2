/** The meaning of an argv. */

import type { ShellWord } from "./word.ts";

export type Meaning =
  /** Rules judge its words. */
  | { readonly kind: "plain" }
  /** Needs no approval, because it changes only the state of the shell. */
  | { readonly kind: "free" }
  | { readonly kind: "cd"; readonly target: ShellWord | undefined }
  /** Runs `words`. `outer` is judged as well. */
  | { readonly kind: "inner"; readonly words: readonly ShellWord[]; readonly outer?: readonly ShellWord[] }
  | { readonly kind: "script"; readonly text: string }
  /** Writes its standard input to these files. */
  | { readonly kind: "writes"; readonly paths: readonly ShellWord[] }
  /** Its words say too little. `inner` is what it most likely runs, for rules that reject or defer it. */
  | { readonly kind: "opaque"; readonly reason: string; readonly inner?: readonly ShellWord[] };
