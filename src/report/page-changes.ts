/** The changes of the page, file by file. Each hunk names the step, the call and the rule behind it. */

import { markup, type Html } from "./html.ts";
import type { FileOrigins, LineOrigins } from "../protocol/origin.ts";
import { createOriginOf } from "./line-origins.ts";
import type { PatchFile, PatchLine } from "./patch.ts";
import { reportCall, type ReportCall, type ReportItem, type ReportStep } from "./report.ts";
import { counted } from "../base/words.ts";

interface ChangesOptions {
  readonly files: readonly PatchFile[];
  /** Undefined where the run could not record them. */
  readonly origins: LineOrigins | undefined;
  readonly steps: ReadonlyMap<string, ReportStep>;
  /** Lines of the diff that are shown, all files together. */
  readonly maxLines: number;
}

export function changes({ files, origins, steps, maxLines }: ChangesOptions): Html {
  let left = maxLines;
  const parts = files.map((file) => {
    const shown = left > 0;
    const body = shown ? fileBody(file, origins?.[file.path], { steps, most: left }) : undefined;
    left -= file.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
    const state = file.state === "changed" ? "" : ` ${file.state}`;
    return markup`<details class="file" ${shown && markup` open`}><summary><code>${file.path}</code>${state} <span class="good">+${file.added}</span> <span class="bad">−${file.removed}</span></summary>${body ?? markup`<div class="by">Left out here; it is in changes.patch.</div>`}</details>`;
  });
  const none = files.length === 0 && markup`<p class="quiet">No file was changed.</p>`;
  return markup`<h2 id="changes">Changes</h2>${none}${parts}`;
}

function fileBody(
  file: PatchFile,
  origins: FileOrigins | undefined,
  { steps, most }: Pick<ChangesOptions, "steps"> & { readonly most: number },
): Html {
  const facts = file.facts.length > 0 && markup`<div class="by">${file.facts.join(", ")}</div>`;
  if (file.isBinary || file.hunks.length === 0) {
    const what = file.isBinary ? markup`<div class="by">A binary file.</div>` : undefined;
    return markup`${facts}${what}${byLine(new Set(origins?.steps), file.path, steps)}`;
  }
  const originOf = createOriginOf(origins ?? { added: [], removed: [] });
  let left = most;
  return markup`${facts}${file.hunks.map((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left));
    left -= hunk.lines.length;
    const cut = hunk.lines.length - lines.length;
    const authors = hunk.lines.flatMap((line) => originOf(line) ?? []);
    return markup`${byLine(new Set(authors), file.path, steps)}<div class="wide"><table class="diff">${lines.map(row)}</table></div>${cut > 0 && markup`<div class="by">${counted(cut, "line")} left out here; they are in changes.patch.</div>`}`;
  })}`;
}

function byLine(ids: ReadonlySet<string>, path: string, steps: ReadonlyMap<string, ReportStep>): Html {
  if (ids.size === 0) return markup`<div class="by">No step of this run made it, or that was not recorded.</div>`;
  const parts = [...ids].map((id, at) => {
    const step = steps.get(id);
    const calls = step === undefined ? [] : makers(step.items, path);
    const by = calls.map(
      (call) =>
        markup` · ${call.kind === "command" ? markup`<code>${call.summary}</code>` : call.name} · by <code>${call.rule}</code>`,
    );
    return markup`${at > 0 && "; "}<a href="#${id}">step ${id.replace(/^s/, "")}</a>${by}`;
  });
  return markup`<div class="by">${parts}</div>`;
}

/** The calls of a step that may have changed this file: those that asked to write it, else its commands. */
function makers(items: readonly ReportItem[], path: string): readonly ReportCall[] {
  const ran = items
    .flatMap((item) => (item.type === "call" ? [reportCall(item.call)] : []))
    .filter(({ state }) => state === "done" || state === "answered" || state === "failed");
  const direct = ran.filter(({ writes }) =>
    writes.some((written) => written === path || path.startsWith(`${written}/`)),
  );
  return direct.length > 0
    ? direct
    : ran
        .filter(({ kind }) => kind === "command" || kind === "other")
        .filter(({ rule }) => rule !== undefined && !rule.startsWith("builtin:no-effect"));
}

const CLASSES: Readonly<Record<PatchLine["sign"], string>> = { " ": "", "+": "plus", "-": "minus", "\\": "quiet" };

function row({ sign, text, old, new: next }: PatchLine): Html {
  const shown = text.length > 2000 ? `${text.slice(0, 2000)} [${text.length - 2000} characters left out]` : text;
  return markup`<tr class="${CLASSES[sign]}"><td class="no">${old}</td><td class="no">${next}</td><td class="sign">${sign === " " ? "" : sign}</td><td><code>${shown}</code></td></tr> `;
}
