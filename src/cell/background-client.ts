/**
 * The controller's side of background commands. It remembers what can no longer change, so that whoever looks before
 * every step pays for a look only while something runs.
 */

import type { BackgroundCommand, Cell } from "../protocol/cell.ts";
import type { Channel } from "./process/channel.ts";

/** The background commands of the worker behind a channel. */
export function createBackgroundClient(
  channel: Channel,
): Pick<Cell, "startBackground" | "listBackground" | "readBackground" | "stopBackground"> {
  /** The last list, while nothing on it can change any more. */
  let settled: readonly BackgroundCommand[] | undefined = [];
  return {
    async startBackground(request, signal) {
      try {
        return await channel.call("startBackground", request, signal);
      } finally {
        settled = undefined; // at the end: a list that was asked for meanwhile may know nothing of it
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
