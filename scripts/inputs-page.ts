/** docs/inputs.md: the inputs and outputs of action.yml as tables. */

import { parse } from "yaml";

interface Described {
  readonly description: string;
  readonly default?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, Described>>;
  readonly outputs: Readonly<Record<string, Described>>;
}

/** The page, formatted as oxfmt formats it. */
export function inputsPage(actionYml: string): string {
  const { inputs, outputs } = parse(actionYml) as Action;
  const inputRows = Object.entries(inputs).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    value === undefined ? description : `${description} Default: \`${value}\`.`,
  ]);
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return `# Inputs and outputs of the action

This page is made from [action.yml](../action.yml) by \`npm run docs\`. No input is required: with the secret \`KIMI_API_KEY\` in
\`api-key\`, the workflow of the [README](../README.md#on-github) works as it is.

## Inputs

${table(["Input", "What it does"], inputRows)}

## Outputs

${table(["Output", "What it is"], outputRows)}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
