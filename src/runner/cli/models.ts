/** `kimi-runner models`: the catalog - what a money limit can be held for. */

import { CATALOG } from "../../llm/catalog.ts";
import type { Command } from "./command.ts";

export const modelsCommand: Command = {
  usage: "models",
  summary: "list the models whose window and price are known; any other model works without a money limit",
  options: {},
  run: async (_args, world) => {
    const rows = CATALOG.map(({ provider, id, window, price, capabilities }) => [
      `${provider}/${id}`,
      `${Math.round(window / 1000)}k`,
      `$${price.input} in, $${price.cacheRead} cached, $${price.output} out`,
      capabilities.join(" "),
    ]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const line = (row: readonly string[]): string =>
      row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    world.out(`model, window in tokens, US dollars per million tokens, capabilities\n\n`);
    for (const row of rows) world.out(`${line(row).trimEnd()}\n`);
    return 0;
  },
};
