/** What reaches a turn while it runs: words of a driving process, then ends of background commands. */

import type { Arrival } from "../../protocol/message.ts";
import type { Inbox } from "../../protocol/turn.ts";

/** Words of the driving process for the turn that runs. */
export interface Steers {
  /** Those since the last call, in order. */
  readonly take: () => readonly string[];
  readonly isWaiting: () => boolean;
}

export interface InboxSources {
  /** Told once, first. */
  readonly news?: readonly string[] | undefined;
  readonly steers?: Steers | undefined;
  /** Texts about what ended, each once. */
  readonly notices?: { readonly take: () => Promise<readonly string[]> } | undefined;
}

/** The inbox of the main agent; its subagents are not steered. */
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
  };
}
