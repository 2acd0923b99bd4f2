/** `kimi-runner models`: the catalog - what a money limit can be held for, and what each model can do. */

import { CATALOG } from "../llm/catalog.ts";
import { abilitiesOfRow } from "../llm/features.ts";
import type { Subcommand } from "./args.ts";

export const modelsCommand: Subcommand = {
  usage: "models",
  summary: "list the models whose window and price are known; any other model works without a money limit",
  options: {},
  run: async (_args, world) => {
    const rows = CATALOG.map((row) => {
      const { features, levels } = abilitiesOfRow(row);
      return [
        `${row.provider}/${row.id}`,
        `${Math.round(row.window / 1000)}k`,
        `$${row.price.input} in, $${row.price.cacheRead} cached, $${row.price.output} out`,
        levels.join(" "),
        [...features].join(" "),
      ];
    });
    const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const line = (row: readonly string[]): string =>
      row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    world.out(`model, window in tokens, US dollars per million tokens, levels of thinking, features\n\n`);
    for (const row of rows) world.out(`${line(row).trimEnd()}\n`);
    return 0;
  },
};
