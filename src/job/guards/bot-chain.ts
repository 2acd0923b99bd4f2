/** Bots that ask in comments: two programs that answer each other must not go on for ever. */

import { isAllowedBot } from "../../github/event/askers.ts";
import { parseCommand } from "../../github/event/command.ts";
import type { JobContext } from "../context/job-context.ts";
import { MAX_DEPTH } from "./lineage.ts";

/** Why a bot's command starts no run; undefined where it may. A person's comment makes the count begin anew. */
export function botChainReason({ trigger, thread, self, inputs }: JobContext): string | undefined {
  const { authority, comment } = trigger;
  const { start } = inputs;
  const [asker] = authority.kind === "people" ? authority.users : [];
  if (asker === undefined || comment === undefined || !isAllowedBot(asker, start)) return undefined;
  const items = thread?.items ?? [];
  const isBot = (author: string): boolean => author === self.login || start.allowedBots?.includes(author) === true;
  const since = items.slice(items.findLastIndex(({ author }) => !isBot(author)) + 1);
  const before = since.filter(({ text }) => parseCommand(text, start.trigger).kind === "run").length;
  if (before < MAX_DEPTH) return undefined;
  return `${asker.login} asked ${before} times since a person last wrote here (limit ${MAX_DEPTH}). Comment the command to run anyway.`;
}
