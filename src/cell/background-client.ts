/**
 * The controller's side of background commands. It remembers the list while no command runs, so that looking before every step
 * costs a request to the worker only while one does.
 */

import type { BackgroundCommand, Cell } from "../protocol/cell.ts";
import type { Channel } from "./process/channel.ts";

/** The background commands of the worker behind a channel. */
export function createBackgroundClient(
  channel: Channel,
): Pick<Cell, "startBackground" | "listBackground" | "readBackground" | "stopBackground"> {
  /** The last list, when all its commands have ended. */
  let settled: readonly BackgroundCommand[] | undefined = [];
  return {
    async startBackground(request, signal) {
      try {
        return await channel.call("startBackground", request, signal);
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
    readBackground: async (id, { waitMs }, signal) => await channel.call("readBackground", { id, waitMs }, signal),
    stopBackground: async (id, signal) => await channel.call("stopBackground", { id }, signal),
  };
}
