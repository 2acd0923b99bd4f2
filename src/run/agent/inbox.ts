/** Messages that reach a turn while it runs: of the driving process, and about background commands that ended. */

import type { Arrival } from "../../protocol/message.ts";
import type { Inbox } from "../../protocol/turn.ts";
import type { BackgroundNotices } from "../../tools/background-notices.ts";

/** Messages of the driving process for the turn that runs. */
export interface Steers {
  /** The messages since the last call, in order. */
  readonly take: () => readonly string[];
  readonly isWaiting: () => boolean;
}

export interface InboxSources {
  /** Texts for the first step. */
  readonly news?: readonly string[] | undefined;
  readonly steers?: Steers | undefined;
  /** Texts about background commands that ended, each once. */
  readonly notices?: BackgroundNotices | undefined;
}

/** Creates the inbox of the main agent. Subagents get no such messages. */
export function createInbox({ steers, news = [], notices }: InboxSources): Inbox {
  let told = news;
  return {
    take: async () => {
      const arrivals: Arrival[] = (steers?.take() ?? []).map((text) => ({ kind: "steer", text }));
      for (const text of told) arrivals.push({ kind: "notice", text });
      told = [];
      for (const text of (await notices?.take()) ?? []) arrivals.push({ kind: "notice", text });
      return arrivals;
    },
    hasSteer: () => steers?.isWaiting() ?? false,
    settle: notices?.settle,
  };
}
