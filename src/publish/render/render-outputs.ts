/** Renders the outputs that a run asked for on GitHub. */

import { oneLine } from "../../base/truncate.ts";
import type { GitHubOutput } from "../../protocol/result.ts";
import type { OutputResult } from "../result/publish-result.ts";
import { breakReferences, safeInline } from "./safe-markdown.ts";

/** A line for each output that was carried out; refused ones are listed with the other refusals. Before that, a list of all. */
export function outputList(asked: readonly GitHubOutput[], results: readonly OutputResult[]): string {
  if (asked.length > 0 && results.length === 0) {
    return `Not done, because the run has not finished:\n\n${asked.map((output) => `- ${outputWords(output)}`).join("\n")}`;
  }
  const done = results.flatMap((result) => (result.kind === "done" ? [result] : []));
  return done
    .map(({ output, url }) => (url === undefined ? `- ${outputWords(output)}` : `- [${outputWords(output)}](${url})`))
    .join("\n");
}

/** The output in words, in the past tense. */
export function outputWords(output: GitHubOutput): string {
  switch (output.action) {
    case "label":
      return `labelled ${at(output.number)}: ${output.labels.map((label) => safeInline(label)).join(", ")}`;
    case "assign":
      return `assigned ${at(output.number)} to ${output.logins.map((login) => safeInline(login)).join(", ")}`;
    case "issue":
      return `opened an issue: ${safeInline(oneLine(output.title, 100))}`;
    case "comment":
      return `commented on ${at(output.number)}`;
    case "close":
      return `closed ${at(output.number)} as ${output.reason.replace("_", " ")}`;
  }
}

/** A thread's number without the back-link that GitHub would make in that thread. */
function at(number: number): string {
  return breakReferences(`#${number}`);
}

/** The line below a comment or issue that a run asked for, which says where it comes from. */
export function outputFooter(thread: { readonly number: number } | undefined, runUrl: string | undefined): string {
  const from = thread === undefined ? "" : ` for #${thread.number}`;
  const link = runUrl === undefined ? "" : ` · [Run](${runUrl})`;
  return `<sub>Written by a kimi-runner run${from}${link}</sub>`;
}
