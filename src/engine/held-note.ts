/** Tells the model which changed files will not be published, so that it can do the work in another way. */

import type { ToolMessage } from "../protocol/message.ts";
import type { Turn } from "../protocol/turn.ts";
import { withNotes } from "./state/notes.ts";
import type { Progress } from "./state/progress.ts";

/** Most files that one note names. */
const MAX_NAMED = 20;

/** The note about files that changed up to the newest snapshot; undefined when all may be published or the model was told. */
export async function heldNote(turn: Turn, { snapshots, toldHeld }: Progress): Promise<string | undefined> {
  const files = (await snapshots.heldFiles()).filter(({ path }) => !toldHeld.has(path));
  if (files.length === 0) return undefined;
  await turn.emit({ type: "change.held", files });
  for (const { path } of files) toldHeld.add(path);
  const lines = files.slice(0, MAX_NAMED).map(({ path, rule, reason }) => {
    return `- ${JSON.stringify(path)}: ${rule}${reason === undefined ? "" : `, ${reason}`}`;
  });
  const rest = files.length - lines.length;
  return [
    "Earlier calls changed files that will not be published, because no rule of the policy approves them:",
    ...lines,
    ...(rest === 0 ? [] : [`- and ${rest} more`]),
    "A person may approve them after the run. Undo changes that the task does not need, and name the others at the end.",
  ].join("\n");
}

/** The results with the note below the last one. */
export function withNote(messages: readonly ToolMessage[], note: string | undefined): readonly ToolMessage[] {
  const last = messages.at(-1);
  if (note === undefined || last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: withNotes(last.content, [note]) }];
}
