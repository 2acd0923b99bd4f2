/** docs/tools.md: the built-in tools as a table. */

import type { Offer } from "../src/protocol/tool.ts";
import { TOOLS } from "../src/tools/registry.ts";
import { markdownTable } from "./markdown-table.ts";

const OFFERS: Readonly<Record<Offer, string>> = {
  default: "`default`",
  read: "modes with `read`",
  edit: "modes with `edit`",
  command: "modes with `command`",
  "every mode": "every mode",
  okabe: "`okabe`",
  explore: "`explore`",
  plan: "`plan`",
  orchestrator: "`orchestrator`",
  everyone: "every agent",
  "agent files": "agent files that list it",
};

/** The page, formatted as oxfmt formats it. */
export function toolsPage(): string {
  const rows = TOOLS.map(
    ({ name, offeredTo, needs, description, aliases = [], isMainOnly, isUnderstood, isUseful }) => {
      const offers = offeredTo.map((offer) => OFFERS[offer]).join(", ");
      const notes = [
        ...(isUseful === undefined ? [] : ["where it is of use"]),
        ...(isMainOnly === true ? ["not subagents"] : []),
        ...(isUnderstood === true ? ["understood from every agent"] : []),
      ];
      return [
        `\`${name}\``,
        [offers, ...notes].join("; "),
        needs.length === 0 ? "nothing" : needs.map((need) => `\`${need}\``).join(", "),
        aliases.map((alias) => `\`${alias}\``).join(", "),
        (description.split("\n")[0] ?? "").replace(/:$/, "."),
      ];
    },
  );
  return `# Tools

This page is made from [the registry](../src/tools/registry.ts) by \`npm run docs\`. The model sees the tools in this order, and
the tools of [MCP servers](mcp.md) after them. An [agent file](agents.md#agent-files) may list any of them, also by the names
that Kimi CLI and Kimi Code use. An agent file without a list has the tools of \`default\`. The column "Needs" names what the
rules of the [policy](policy.md) must approve; a tool that needs nothing is not judged.

${markdownTable(["Tool", "Offered to", "Needs", "Other names", "What the model is told"], rows)}
`;
}
