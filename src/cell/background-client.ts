/**
 * The controller's side of background commands. It remembers the list while no command runs, so that looking before every step
 * costs a request to the worker only while one does.
 */

import type { BackgroundCommand, BackgroundReply, Cell } from "../protocol/cell.ts";
import type { RefusalCollector, Refusals } from "./egress/refusals.ts";
import type { Channel } from "./process/channel.ts";

/** The background commands of the worker behind a channel. */
export function createBackgroundClient(
  channel: Channel,
  refusals: Refusals,
): Pick<Cell, "startBackground" | "listBackground" | "readBackground" | "stopBackground"> {
  /** The last list, when all its commands have ended. */
  let settled: readonly BackgroundCommand[] | undefined = [];
  const collectors = new Map<string, RefusalCollector>();
  const withRefusals = (reply: BackgroundReply): BackgroundReply => {
    const collector = collectors.get(reply.id);
    if (reply.state.kind === "ended") collector?.stop();
    return { ...reply, ...collector?.told() };
  };
  return {
    async startBackground(request, signal) {
      const collector = refusals.collect();
      try {
        const started = await channel.call("startBackground", request, signal);
        collectors.set(started.id, collector);
        return started;
      } catch (error) {
        collector.stop();
        throw error;
      } finally {
        settled = undefined; // afterwards, because a list requested in the meantime may lack the new command
      }
    },
    async listBackground() {
      if (settled !== undefined) return settled;
      const asked = await channel.call("listBackground", {});
      if (asked.every(({ state }) => state.kind === "ended")) settled = asked;
      return asked;
    },
    readBackground: async (id, { waitMs }, signal) =>
      withRefusals(await channel.call("readBackground", { id, waitMs }, signal)),
    stopBackground: async (id, signal) => withRefusals(await channel.call("stopBackground", { id }, signal)),
  };
}
