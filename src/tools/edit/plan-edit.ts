/** Plans the edit of one file: applies the stale guard, asks the policy for one write, and shows people the diff. */

import type { z } from "zod/mini";
import type { Capability } from "../../protocol/approval.ts";
import type { PlannedCall } from "../../protocol/tool.ts";
import { defineTool, type FileDeps, type ToolDefinition } from "../define/define-tool.ts";
import { currentText, MAX_FILE_BYTES, openTarget, writeTarget } from "../define/edit-target.ts";
import { inputMistake } from "../define/input-error.ts";
import { countsOf, unifiedDiff } from "./unified-diff.ts";

/** Most places that one call names. Each of them is looked for in the whole file, by the process that keeps the run's time. */
export const MAX_EDITS = 100;

export interface EditResult {
  /** The whole new text. */
  readonly text: string;
  /** The result for the model, from the counts of added and removed lines. */
  readonly say: (counts: string) => string;
  /** Only a part of the edit was done. */
  readonly isError?: boolean | undefined;
}

export interface Edit {
  readonly path: string;
  /** Stands before the path in the summary, e.g. `edit`. */
  readonly verb: string;
  /** Makes the new text from the current one, which is undefined for a new file. Throws `tool.input`. */
  readonly apply: (text: string | undefined, path: string, signal: AbortSignal) => EditResult | Promise<EditResult>;
  /** Only the planned text may be written. The edit fails if an earlier call of the same message changed the file. */
  readonly isFixed?: boolean | undefined;
}

interface EditTool<S extends z.ZodMiniType, D> extends Omit<
  ToolDefinition<S, readonly ["write"], D>,
  "needs" | "make"
> {
  /** What a call does to one file. Throws `tool.input`. */
  readonly edit: (input: z.output<S>, deps: FileDeps & D) => Edit;
  /** Replaces `shown`, where it depends on the run. */
  readonly shownIn?: (deps: D) => z.ZodMiniType | undefined;
}

/** Declares a tool whose calls edit one file. */
export function defineEditTool<S extends z.ZodMiniType, D = unknown>({ edit, shownIn, ...declared }: EditTool<S, D>) {
  return defineTool({
    ...declared,
    needs: ["write"],
    make: (deps: FileDeps & D) => ({
      shown: shownIn?.(deps),
      plan: (input, signal) => planEdit(edit(input, deps), deps, signal),
    }),
  });
}

/** Plans the edit on the current text. If an earlier call of the same message changes the file, the edit is applied again when it runs. */
async function planEdit(
  { path: given, verb, apply, isFixed }: Edit,
  deps: FileDeps,
  signal: AbortSignal,
): Promise<PlannedCall<Extract<Capability, { kind: "write" }>>> {
  const target = await openTarget(given, deps, signal);
  const { path } = target;
  const before = target.before?.text;
  const planned = await apply(before, path, signal);
  const diff = unifiedDiff(path, before, planned.text);
  return {
    access: "write",
    capabilities: [{ kind: "write", path }],
    summary: `${verb} ${path} (${countsOf(diff)})`,
    preview: diff.text,
    run: async (signal) => {
      const current = await currentText(target, deps, signal);
      const isAsPlanned = current === (before ?? "");
      if (!isAsPlanned && isFixed === true) {
        throw inputMistake(`${path} was changed by an earlier call of this message.`, "Send this edit again.");
      }
      const { text, say, isError } = isAsPlanned ? planned : await apply(current, path, signal);
      const counts = countsOf(isAsPlanned ? diff : unifiedDiff(path, current, text));
      const events = await writeTarget(target, text, deps, signal);
      return { text: say(counts), events, ...(isError === true ? { isError } : {}) };
    },
  };
}

/** Throws `tool.input` for a file that does not exist. */
export function requireText(text: string | undefined, path: string): string {
  if (text !== undefined) return text;
  throw inputMistake(`file does not exist: ${path}.`, "Create it with write_to_file.");
}

/** Replaces a text everywhere, literally. A model chooses both texts, so this throws `tool.input` for a result too large to be read again. */
export function replaceEvery(text: string, search: string, replacement: string) {
  const parts = text.split(search);
  const count = parts.length - 1;
  const length = text.length + count * (replacement.length - search.length);
  if (length <= Math.max(MAX_FILE_BYTES, text.length)) return { text: parts.join(replacement), count };
  throw inputMistake(
    `${count} replacements would make a file of ${length} characters.`,
    `At most ${MAX_FILE_BYTES} bytes can be read again.`,
  );
}
