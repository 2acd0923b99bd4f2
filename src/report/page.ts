/** The page of a run: one file that loads nothing. Its policy allows its own style and script only, by their hashes. */

import { createHash } from "node:crypto";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import { markup, type Html } from "./html.ts";
import { changes } from "./page-changes.ts";
import { chart, stepList } from "./page-steps.ts";
import { decisions, titleOf, verdict } from "./page-verdict.ts";
import { readPatch } from "./patch.ts";
import { readReport } from "./read-report.ts";
import { stepsIn, type RunReport } from "./report.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

interface PageOptions {
  readonly records: readonly JournalRecord[];
  /** Text of `changes.patch`, or its beginning. */
  readonly patch: string;
}

/** Limit for a page, however long the run was. */
export const MAX_PAGE_BYTES = 5_000_000;

/** From the fullest page to the barest; the first that fits is taken. */
const SIZES = [
  { maxChars: 20_000, maxSteps: 2_000, maxLines: 10_000, maxPictures: 2_000_000 },
  { maxChars: 4_000, maxSteps: 1_000, maxLines: 6_000, maxPictures: 1_000_000 },
  { maxChars: 800, maxSteps: 400, maxLines: 3_000, maxPictures: 500_000 },
  { maxChars: 200, maxSteps: 100, maxLines: 1_000, maxPictures: 200_000 },
  { maxChars: 60, maxSteps: 10, maxLines: 100, maxPictures: 0 },
] as const;

/** HTML of a whole journal, at most `MAX_PAGE_BYTES` long. */
export function renderPage({ records, patch }: PageOptions): string {
  const report = readReport(records);
  const files = readPatch(patch);
  const steps = new Map(stepsIn(report.main).map((step) => [step.id, step]));
  const title = `${titleOf(report)}: ${oneLine(report.begin?.task ?? "a run", 80)}`;
  const shown = files.slice(0, MAX_FILES);
  const over = files.length - shown.length;
  const more =
    over > 0 && markup`<p class="quiet">${counted(over, "more file is", "more files are")} in changes.patch.</p>`;
  const [top, decided, bars, foot] = [verdict(report, files), decisions(report), chart(report.main), footer(report)];
  for (const { maxLines, ...texts } of SIZES) {
    const changed = changes({ files: shown, origins: report.origins, steps, maxLines });
    if (changed.text.length > MAX_PAGE_BYTES) continue; // saves the steps, which take longest
    const list = stepList({ run: report.main, ...texts });
    const page = wholePage(title, markup`${top}<main>${changed}${more}${decided}${bars}${list}</main>${foot}`);
    if (Buffer.byteLength(page) <= MAX_PAGE_BYTES) return page;
  }
  const rest = markup`<h1>${titleOf(report)}</h1><p>The run is too large for a page. transcript.md and changes.patch have it.</p>`;
  return wholePage(title, rest);
}

const MAX_FILES = 500;

function footer({ begin, records, chain }: RunReport): Html {
  const start = begin && markup` Start commit <code>${begin.headCommit.slice(0, 12)}</code>. ${begin.program}.`;
  const keys = "Keys: j and k for the next and the last step, / to search, o to unfold.";
  return markup`<footer class="quiet"><p>${counted(records, "record")}, chain <code>${chain.slice(0, 16)}</code>; check it with <code>kimi-runner verify</code>.${start} ${keys}</p></footer>`;
}

function wholePage(title: string, body: Html): string {
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;
  // This is not a template of markup, whose formatting could change the bytes that the hashes are made of.
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${markup`${title}`.text}</title><style>${STYLE}</style></head>
<body>${body.text}<script>${SCRIPT}</script></body></html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
