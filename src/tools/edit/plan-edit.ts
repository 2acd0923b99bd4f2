/**
 * What every edit of one file has in common: the stale guard, one write of one file as what the policy judges, and the
 * difference as what people see.
 */

import type { Capability } from "../../protocol/approval.ts";
import type { PlannedCall } from "../../protocol/tool.ts";
import type { FileDeps } from "../define/define-tool.ts";
import { currentText, openTarget, writeTarget } from "../define/edit-target.ts";
import { inputMistake } from "../define/input-error.ts";
import { countsOf, unifiedDiff } from "./unified-diff.ts";

export interface EditResult {
  /** The whole new text. */
  readonly text: string;
  /** For the model, from the counts of lines that were added and removed. */
  readonly say: (counts: string) => string;
  /** Only a part of what was asked for was done. */
  readonly isError?: boolean | undefined;
}

export interface Edit {
  readonly path: string;
  /** What people read before the path, e.g. `edit`. */
  readonly verb: string;
  /** The text of the file, undefined for one that there is not, to what it becomes. Throws `tool.input`. */
  readonly apply: (text: string | undefined, path: string, signal: AbortSignal) => EditResult | Promise<EditResult>;
  /** What was planned is all that may be written: an earlier call of the same message that changed the file ends it. */
  readonly isFixed?: boolean | undefined;
}

/** Plans the edit on the text as it is. When an earlier call of the message has changed it since, it is applied to that. */
export async function planEdit(
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

/** The text of a file that must be there. */
export function requireText(text: string | undefined, path: string): string {
  if (text !== undefined) return text;
  throw inputMistake(`file does not exist: ${path}.`, "Create it with write_to_file.");
}
