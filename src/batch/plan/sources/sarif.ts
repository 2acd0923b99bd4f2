/** Findings of SARIF 2.1.0 (OASIS): one task for each result that a tool reports and no one has suppressed. */

import { fileURLToPath } from "node:url";
import { member } from "../../../base/member.ts";
import { strictJson } from "../../../base/strict-json.ts";
import { fromRoot } from "./from-root.ts";
import { sourceError, type SourceRecord } from "./source-record.ts";

export interface SarifSource {
  readonly file: string;
  readonly text: string;
  /** The checkout: paths below it are written from it. */
  readonly root: string;
}

/** Throws `config.invalid` for a file that is no SARIF. */
export function readSarif({ file, text, root }: SarifSource): readonly SourceRecord[] {
  const json = strictJson(text.replace(/^\uFEFF/, ""));
  if (json.kind === "invalid") throw sourceError(file, `not JSON (${json.reason})`, "Name a SARIF file.");
  const runs = member(json.value, "runs");
  if (!Array.isArray(runs)) throw sourceError(file, "there is no list `runs`", "Name a SARIF file of version 2.1.0.");
  return runs.flatMap((run: unknown, index) => findingsOf(run, { root, place: `${file}: runs[${index}]` }));
}

interface Where {
  readonly root: string;
  readonly place: string;
}

function findingsOf(run: unknown, { root, place }: Where): readonly SourceRecord[] {
  const driver = member(member(run, "tool"), "driver");
  const rules = listOf(member(driver, "rules"));
  const results = listOf(member(run, "results"));
  return results.flatMap((result, index): readonly SourceRecord[] => {
    if (!isReported(result)) return [];
    const ruleIndex = member(result, "ruleIndex") ?? member(member(result, "rule"), "index");
    const id = textOf(member(result, "ruleId")) || textOf(member(member(result, "rule"), "id"));
    const rule = typeof ruleIndex === "number" ? rules[ruleIndex] : rules.find((one) => member(one, "id") === id);
    const location = member(listOf(member(result, "locations"))[0], "physicalLocation");
    const region = member(location, "region");
    const fields = {
      tool: textOf(member(driver, "name")),
      rule: id || textOf(member(rule, "id")),
      level:
        textOf(member(result, "level")) || textOf(member(member(rule, "defaultConfiguration"), "level")) || "warning",
      message: messageOf(member(result, "message"), rule),
      description:
        messageOf(member(rule, "fullDescription"), undefined) || messageOf(member(rule, "shortDescription"), undefined),
      path: pathOf(member(member(location, "artifactLocation"), "uri"), root),
      line: textOf(member(region, "startLine")),
      end_line: textOf(member(region, "endLine")) || textOf(member(region, "startLine")),
      snippet: textOf(member(member(region, "snippet"), "text")),
      help: textOf(member(rule, "helpUri")),
    };
    return [
      {
        fields,
        identity: { tool: fields.tool, rule: fields.rule, path: fields.path, ...fingerprintOf(result, fields) },
        title: `${fields.rule} ${fields.path}${fields.line === "" ? "" : `:${fields.line}`}`.trim(),
        place: `${place}.results[${index}]`,
      },
    ];
  });
}

/** Results may also say that a rule passed, or what was there in an earlier run. */
function isReported(result: unknown): boolean {
  const kind = member(result, "kind") ?? "fail";
  const suppressions = listOf(member(result, "suppressions"));
  const isSuppressed = suppressions.some((one) => (member(one, "status") ?? "accepted") === "accepted");
  return kind === "fail" && !isSuppressed && member(result, "baselineState") !== "absent";
}

/** A tool's own fingerprint survives when lines move. Without one, the text stands for it, and the line where there is none. */
function fingerprintOf(result: unknown, { line, message, snippet }: Readonly<Record<string, string>>): object {
  for (const key of ["fingerprints", "partialFingerprints"]) {
    const prints = member(result, key);
    if (typeof prints === "object" && prints !== null && Object.keys(prints).length > 0) return { prints };
  }
  return { line, message, snippet };
}

/** `{0}` in a rule's message is the result's first argument. */
function messageOf(message: unknown, rule: unknown): string {
  const own = textOf(member(message, "text")) || textOf(member(message, "markdown"));
  const id = textOf(member(message, "id"));
  const ofRule = id === "" ? "" : textOf(member(member(member(rule, "messageStrings"), id), "text"));
  const values = listOf(member(message, "arguments")).map(textOf);
  return (own || ofRule).replaceAll(/\{(\d+)\}/g, (all, index: string) => values[Number(index)] ?? all);
}

/** Addresses of files, and paths in percent-encoding; from the root of the checkout where they lie in it. */
function pathOf(uri: unknown, root: string): string {
  const text = textOf(uri);
  if (text === "") return "";
  try {
    if (text.startsWith("file:")) return fromRoot(fileURLToPath(text), root);
    return fromRoot(decodeURIComponent(text), root);
  } catch {
    return text; // no address, and so a path as it stands
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
