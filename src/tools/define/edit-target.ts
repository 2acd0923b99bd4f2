/** The stale guard: a file may be edited only if the model has seen its current content. */

import { RunnerError } from "../../protocol/error.ts";
import type { WireEvent } from "../../protocol/wire.ts";
import type { FileDeps } from "./define-tool.ts";
import type { SeenFiles } from "./seen-files.ts";
import { inputMistake } from "./input-error.ts";

/** Larger files are not source code, and every edit would send a frame of that size. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface EditTarget {
  /** Relative to the workspace, links resolved. */
  readonly path: string;
  /** Content the call was planned on; undefined for a file that does not exist yet. */
  readonly before: { readonly text: string; readonly digest: string } | undefined;
  /** Digest of our own last write when the call was planned. A later write comes from an earlier call of the same message. */
  readonly ownWrite: string | undefined;
}

/** Opens `path` for an edit. Throws `tool.input` for a file never read, `workspace.file` for one that changed since. */
export async function openTarget(path: string, { cell, seen }: FileDeps, signal: AbortSignal): Promise<EditTarget> {
  const resolved = await cell.resolve(path, signal);
  const ownWrite = seen.ownWriteOf(resolved.path);
  if (resolved.kind === "missing") return { path: resolved.path, before: undefined, ownWrite };
  if (resolved.kind !== "file") {
    throw inputMistake(`not a regular file: ${resolved.path} (${resolved.kind}).`, "Give the path of a file.");
  }
  const { text, digest } = await cell.readFile(resolved.path, { maxBytes: MAX_FILE_BYTES }, signal);
  const known = seen.digestOf(resolved.path);
  if (known === undefined) {
    throw inputMistake(
      `${resolved.path} exists and has not been read yet.`,
      "Read it with read_file, then send the edit again.",
    );
  }
  if (known !== digest) {
    throw new RunnerError({
      code: "workspace.file",
      message: `${resolved.path} changed since it was read.`,
      hint: "Read it again with read_file, then send the edit again.",
    });
  }
  return { path: resolved.path, before: { text, digest }, ownWrite };
}

/** The content when a planned edit runs: as planned, or what an earlier call of the same message made of it. */
export async function currentText(target: EditTarget, { cell, seen }: FileDeps, signal: AbortSignal): Promise<string> {
  if (laterOwnWrite(target, seen) === undefined) return target.before?.text ?? "";
  return (await cell.readFile(target.path, { maxBytes: MAX_FILE_BYTES }, signal)).text;
}

/** Writes the new content, unless something but an earlier call of the same message changed the file. Returns the events to record. */
export async function writeTarget(
  target: EditTarget,
  text: string,
  { cell, seen }: FileDeps,
  signal: AbortSignal,
): Promise<readonly WireEvent[]> {
  requireUnmasked(text, target.before?.text ?? "");
  const expectedDigest = laterOwnWrite(target, seen) ?? target.before?.digest ?? null;
  const { digest } = await cell.writeFile(target.path, text, { expectedDigest }, signal);
  return seen.noteWrite(target.path, digest, target.before === undefined);
}

/** The mark that the model is shown in place of a secret, or of a text that looks like one. */
const MARK = /\[redacted:[^\]\n]{1,200}\]/g;

/** Throws `tool.input` for a mark that would overwrite the text it stands for. */
function requireUnmasked(text: string, before: string): void {
  const mark = text.match(MARK)?.find((one) => !before.includes(one));
  if (mark === undefined) return;
  throw inputMistake(
    `The new content holds ${mark}, which stands for text that is not shown; writing it would destroy that text.`,
    "Leave such lines out of the edit: change the lines around them with apply_diff.",
  );
}

function laterOwnWrite({ path, ownWrite }: EditTarget, seen: SeenFiles): string | undefined {
  const own = seen.ownWriteOf(path);
  return own === ownWrite ? undefined : own;
}
