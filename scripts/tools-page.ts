/** docs/tools.md: the built-in tools as a table. */

import type { Offer } from "../src/protocol/tool.ts";
import { TOOLS } from "../src/tools/registry.ts";
import { markdownTable } from "./markdown-table.ts";

const OFFERS: Readonly<Record<Offer, string>> = {
  default: "`default`",
  read: "modes with `read`",
  edit: "modes with `edit`",
  browser: "modes with `browser`",
  command: "modes with `command`",
  "mcp servers": "agents with [MCP servers](mcp.md)",
  "every mode": "every mode",
  okabe: "`okabe`",
  explore: "`explore`",
  plan: "`plan`",
  orchestrator: "`orchestrator`",
  review: "`review`, in a review",
  everyone: "every agent",
  "agent files": "agent files that list it",
};

/** The page, formatted as oxfmt formats it. */
export function toolsPage(): string {
  const rows = TOOLS.map(
    ({
      name,
      offeredTo,
      needs,
      description,
      aliases = [],
      calledAs = [],
      group,
      isMainOnly,
      isUnderstood,
      isUseful,
    }) => {
      const offers = offeredTo.map((offer) => OFFERS[offer]).join(", ");
      const notes = [
        ...(isUseful === undefined ? [] : ["if it can be used in the run"]),
        ...(isMainOnly === true ? ["not subagents"] : []),
        ...(isUnderstood === true ? ["understood from every agent"] : []),
        ...(group === undefined ? [] : [`understood from agents with all of \`${group}\``]),
      ];
      return [
        `\`${name}\``,
        [offers, ...notes].join("; "),
        needs.length === 0 ? "nothing" : needs.map((need) => `\`${need}\``).join(", "),
        ...[aliases, calledAs].map((names) => names.map((other) => `\`${other}\``).join(", ")),
        (description.split("\n")[0] ?? "").replace(/:$/, "."),
      ];
    },
  );
  return `# Tools

\`npm run docs\` generates this page from [the registry](../src/tools/registry.ts). The model sees the tools in this order,
followed by the tools of [MCP servers](mcp.md). An [agent file](agents.md#agent-files) may list any of them, also by the names
in the fourth and fifth columns: those of Kimi CLI and Kimi Code, and names by which models call similar tools. Calls and the
matchers of [hooks](hooks.md) may use all of these names. An agent file without a list has the tools of \`default\`. The column
"Needs" says what the rules of the [policy](policy.md) must approve; a tool that needs nothing is not judged.

Models sometimes call tools that they know from other programs. A tool that is _understood_ answers such calls without being
offered, so its description costs nothing. The same rules, hooks and file restrictions apply as for offered tools. It is not
understood from an agent whose file excludes it or lists only some of the group's tools. The names in the column "Also called" are
understood in the same way, from every agent that has the tool.

${markdownTable(["Tool", "Offered to", "Needs", "In agent files", "Also called", "What the model is told"], rows)}

## Finding code

\`codebase_search\` ranks files by the words and names of the question: BM25 over windows of 40 lines and over whole files, with
identifiers split, the names of definitions and of the file itself weighted higher, and tests, documents, translations and data
lower. It shows the best 12 lines of 10 files and names other parts of them. It matches words, not meanings: a question in words
that the code does not use finds less. It finds a run's own edits at once. Ignored files, binary files and files over 1 MB are not
indexed; above 20,000 files or 100 MB the answer says so. \`list_code_definition_names\` lists tree-sitter definitions in 21
languages, and Markdown headings.

Both ask a program that starts in the cell with the first question and keeps its index in memory. It returns only places: the
lines are read like those of \`read_file\`, and files that a rule hides from the model do not appear. The
[figures](../bench/README.md) are measured on public repositories.
`;
}
