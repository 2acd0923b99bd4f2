/** Mail of the model to itself at an earlier checkpoint (Kimi CLI's D-Mail): which is accepted, and its delivery. */

import type { Context } from "../../protocol/context.ts";
import type { Message } from "../../protocol/message.ts";
import type { Mail } from "../../protocol/result.ts";
import type { ToolResult } from "../../protocol/tool.ts";
import type { Turn } from "../../protocol/turn.ts";
import type { Progress } from "./progress.ts";
import { createRepetition } from "./repetition.ts";

/** The tool that sends mail. Only models with this tool read the ids of checkpoints. */
export const MAIL_TOOL = "send_dmail";

/** Most mails of a session. Kimi CLI has no limit, so that a model that keeps going back uses all its steps. */
const MAX_MAILS = 5;

export interface MailRules {
  readonly context: Context;
  /** Mails of the session so far. */
  readonly sent: number;
  /** A call of the message was rejected. The model must not forget that. */
  readonly hasRejection: boolean;
}

/** Accepts the first valid mail among the results of a message, and makes every other one an error. */
export function sortMail(results: readonly ToolResult[], rules: MailRules) {
  let accepted: Mail | undefined;
  const sorted = results.map((result): ToolResult => {
    if (result.mail === undefined) return result;
    const problem = problemOf(result.mail, accepted, rules);
    if (problem === undefined) {
      accepted = result.mail;
      return result;
    }
    const { mail: _mail, ...rest } = result;
    return { ...rest, text: `Error: not sent: ${problem}`, isError: true, isMistake: !rules.hasRejection };
  });
  return { results: sorted, mail: accepted };
}

function problemOf({ checkpoint, restoreFiles }: Mail, accepted: Mail | undefined, rules: MailRules) {
  const { context, sent, hasRejection } = rules;
  const { checkpoints } = context;
  const first = firstAfterWords(context);
  if (hasRejection) return "another call of the same message was rejected. Read why first.";
  if (accepted !== undefined) return "one D-Mail is pending already, and only one can be sent at a time.";
  if (checkpoint < 0) return `the checkpoint id is ${checkpoint}; ids begin with 0.`;
  if (checkpoint >= checkpoints) return `there is no checkpoint ${checkpoint}; 0 to ${checkpoints - 1} exist.`;
  if (checkpoint < first)
    return `your task came after checkpoint ${checkpoint}; ${first} is the earliest to go back to.`;
  if (sent >= MAX_MAILS) return `${MAX_MAILS} D-Mails were sent in this run, which is the limit. Go on from here.`;
  if (restoreFiles && context.treeAt(checkpoint) === undefined)
    return `no files are recorded for checkpoint ${checkpoint}.`;
  return undefined;
}

/** First checkpoint after the last human message. A mail to an earlier one would remove that message. */
function firstAfterWords({ messages, checkpoints, positionOf }: Context): number {
  const asked = messages.findLastIndex((message) => message.role === "user" && message.synthetic !== true);
  let first = checkpoints;
  while (first > 0 && (positionOf(first - 1) ?? 0) > asked) first -= 1;
  return first;
}

/** Delivers an accepted mail. Throws `git.failed` when the workspace cannot go back. */
export async function deliverMail(
  mail: Mail,
  turn: Turn,
  progress: Progress,
  { isAgain = false }: { /** It was recorded as sent by a process that ended then. */ readonly isAgain?: boolean } = {},
): Promise<void> {
  const { context, workspace, emit } = turn;
  let tree = await progress.snapshots.settle();
  const target = context.treeAt(mail.checkpoint);
  if (!isAgain) {
    await emit({ type: "mail.sent", ...mail });
    progress.mails += 1;
  }
  await turn.restoreModes(mail.checkpoint);
  if (mail.restoreFiles && target !== undefined) {
    await workspace.restore(target);
    tree = target;
  }
  if (mail.checkpoint < context.checkpoints) await context.revertTo(mail.checkpoint); // otherwise an earlier process did this
  await context.checkpoint();
  await progress.snapshots.moveTo(mail.checkpoint, tree);
  await context.append({ role: "user", content: letter(mail), synthetic: true });
  progress.repetition = createRepetition();
}

function letter({ message, restoreFiles }: Mail): string {
  const files = restoreFiles
    ? "The files of the workspace are back at that checkpoint as well."
    : "The files of the workspace are as your later self left them.";
  return `<system>A D-Mail from your future self arrived; what you did since this checkpoint is forgotten. ${files} Use what it says, and do not mention it to the user.</system>\n\n${message.trim()}`;
}

export function isCheckpointMark(message: Message): boolean {
  return (
    message.role === "user" && message.synthetic === true && /^<system>CHECKPOINT \d+<\/system>$/.test(message.content)
  );
}

/** The mark of a checkpoint, as the model reads it. */
export function checkpointMark(id: number): string {
  return `<system>CHECKPOINT ${id}</system>`;
}
