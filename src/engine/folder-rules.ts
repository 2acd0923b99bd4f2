/** Tells the rules of a folder when a call first touched it. A compaction that removes them has them told again. */

import type { Turn } from "../protocol/turn.ts";
import { reminder } from "./arrivals.ts";
import type { JudgedCall } from "./judge.ts";

/** Appends the rules that the calls of a batch brought into force, if there are any. */
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
