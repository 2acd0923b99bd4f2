/**
 * Draws what `kimi-runner demo` prints, up to the end of its run, as a terminal: `node dist/cli.js demo 2>&1 | node scripts/demo-picture.ts`
 * writes docs/demo.svg. Seconds, paths and ids of this one run are left out, so that the same program draws the same picture.
 */

import { text } from "node:stream/consumers";
import { writeFileSync } from "node:fs";

const COLUMNS = 96;
const LINE = 19;
const WIDTH = 780;
const STYLE = `
  rect { fill: #0d1117; stroke: #3d444d } text { font: 12.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d1d7e0 }
  text { white-space: pre } .good { fill: #3fb950 } .bad { fill: #f85149 } .wait { fill: #d29922 } .head { fill: #79c0ff } .said { fill: #9198a1 }`;

/** What is drawn of the output: from the first line of the run to the words at its end. */
export function drawnLines(output: string): readonly string[] {
  const lines = output
    .split("\n")
    .map((line) =>
      line
        .replace(/scripted\/\/\S+script\.json/, "a scripted model")
        .replace(/^\$ .* resume \S+/, "$ kimi-runner resume latest")
        .replace(/ on [0-9a-f]{12}:/, ":")
        .replaceAll(/\b[0-9a-f]{12}\b/g, "1a2b3c4d5e6f")
        .replace(/^ +\d+\.\ds /, "  ")
        .replace(/ \(\d+\.\d s\)$/, "")
        .trimEnd(),
    )
    .filter((line) => !/^ {2}(?:· step|▸)/.test(line));
  const first = lines.findIndex((line) => line.startsWith("  ▶"));
  const end = lines.findIndex((line) => line.startsWith("── transcript"));
  return lines
    .slice(first, end === -1 ? undefined : end)
    .map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1).trimEnd()}…` : line))
    .join("\n")
    .trim()
    .split("\n")
    .filter((line, index, all) => line !== "" || all[index - 1] !== "");
}

const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["head", /^\s*▶|^\$/],
  ["bad", /^\s*⊘|^\s+│ -/],
  ["wait", /^\s*⏸|■ deferred/],
  ["good", /^\s*✓|■ completed|^\s+│ \+/],
  ["said", /^\s*»/],
];

/** The picture. The same lines give the same bytes. */
export function demoPicture(lines: readonly string[]): string {
  const height = lines.length * LINE + 24;
  const escaped = (line: string): string => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    "<title>kimi-runner demo in a terminal</title>",
    `<style>${STYLE}\n</style>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    ...lines.flatMap((line, index) => {
      const kind = KINDS.find(([, pattern]) => pattern.test(line))?.[0];
      const style = kind === undefined ? "" : ` class="${kind}"`;
      return line === "" ? [] : [`<text x="16" y="${(index + 1) * LINE + 7}"${style}>${escaped(line)}</text>`];
    }),
    "</svg>\n",
  ].join("\n");
}

if (import.meta.main) writeFileSync("docs/demo.svg", demoPicture(drawnLines(await text(process.stdin))));
