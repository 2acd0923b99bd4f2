/** What one argv means to the policy. Types only, shared by the command tables and the walk. */

import type { ShellWord } from "./word.ts";

export type Meaning =
  /** Judged by rules as it stands. */
  | { readonly kind: "plain" }
  /** Harmless shell bookkeeping. */
  | { readonly kind: "free" }
  | { readonly kind: "cd"; readonly target: ShellWord | undefined }
  /** Runs `words` instead of (or, with `outer`, besides) itself. */
  | { readonly kind: "inner"; readonly words: readonly ShellWord[]; readonly outer?: readonly ShellWord[] }
  /** Runs shell text known in full. */
  | { readonly kind: "script"; readonly text: string }
  /** Reads its input and writes these files. */
  | { readonly kind: "writes"; readonly paths: readonly ShellWord[] }
  /** Not judged by its words; `inner` is what it most likely runs, for the rules that reject and defer. */
  | { readonly kind: "opaque"; readonly reason: string; readonly inner?: readonly ShellWord[] };
