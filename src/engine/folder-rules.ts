/** Tells the model the rules of a folder after the first call that touches it, and again after a compaction removed them. */

import type { Turn } from "../protocol/turn.ts";
import { reminder } from "./arrivals.ts";
import type { JudgedCall } from "./judge.ts";

/** Appends the rules of the folders that a batch touched, unless the model was told them before. */
export async function tellFolderRules(calls: readonly JudgedCall[], { folderRules, context }: Turn): Promise<void> {
  if (folderRules === undefined) return;
  const capabilities = calls.flatMap((judged) =>
    judged.kind === "planned" && judged.decision.verdict === "approve" ? judged.plan.capabilities : [],
  );
  const notes = context.messages.flatMap((message) =>
    message.role === "user" && message.synthetic === true ? [message.content] : [],
  );
  const text = await folderRules(capabilities, notes);
  if (text !== undefined) await context.append(reminder(text));
}
