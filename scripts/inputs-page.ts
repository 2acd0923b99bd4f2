/** docs/inputs.md: the inputs and outputs of action.yml as tables. */

import { parse } from "yaml";
import { markdownTable } from "./markdown-table.ts";

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

\`npm run docs\` generates this page from [action.yml](../action.yml). No input is required: with the secret \`KIMI_API_KEY\` in
\`api-key\`, the workflow of the [README](../README.md#on-github) works unchanged.

## Inputs

${markdownTable(["Input", "What it does"], inputRows)}

## Outputs

${markdownTable(["Output", "What it is"], outputRows)}
`;
}
