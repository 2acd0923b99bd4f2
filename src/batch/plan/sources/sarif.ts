/** Findings of SARIF 2.1.0 (OASIS): one task for each result that a tool reports and no one has suppressed. */

import { fileURLToPath } from "node:url";
import { member } from "../../../base/member.ts";
import { strictJson } from "../../../base/strict-json.ts";
import type { TextSource } from "./jsonl.ts";
import { asList, asText, fromRoot, sourceError, type SourceRecord } from "./source-record.ts";

/** `root`: the checkout; paths inside are written from it. Throws `config.invalid` for a file that is not SARIF. */
export function readSarif({ file, text }: TextSource, root: string): readonly SourceRecord[] {
  const json = strictJson(text.replace(/^\uFEFF/, ""));
  if (json.kind === "invalid") throw sourceError(file, `not JSON (${json.reason})`, "Name a SARIF file.");
  const runs = member(json.value, "runs");
  if (!Array.isArray(runs)) throw sourceError(file, "there is no list `runs`", "Name a SARIF file of version 2.1.0.");
  return runs.flatMap((run: unknown, index) => findingsOf(run, root, `${file}: runs[${index}]`));
}

function findingsOf(run: unknown, root: string, place: string): readonly SourceRecord[] {
  const tool = member(run, "tool");
  const driver = member(tool, "driver");
  const extensions = asList(member(tool, "extensions"));
  const allRules = [driver, ...extensions].flatMap((part) => asList(member(part, "rules")));
  const results = asList(member(run, "results"));
  return results.flatMap((result, index): readonly SourceRecord[] => {
    if (!isReported(result)) return [];
    const named = member(result, "rule");
    const ruleIndex = member(result, "ruleIndex") ?? member(named, "index");
    const id = asText(member(result, "ruleId")) || asText(member(named, "id"));
    // CodeQL has its rules in extensions, of which a result names one. An index of -1 stands for an unknown one.
    const component = member(named, "toolComponent");
    const part = component === undefined ? driver : extensions[Number(member(component, "index") ?? -1)];
    const rule =
      asList(member(part, "rules"))[Number(ruleIndex ?? -1)] ?? allRules.find((one) => member(one, "id") === id);
    const location = member(asList(member(result, "locations"))[0], "physicalLocation");
    const region = member(location, "region");
    const fields = {
      tool: asText(member(driver, "name")),
      rule: id || asText(member(rule, "id")),
      level:
        asText(member(result, "level")) || asText(member(member(rule, "defaultConfiguration"), "level")) || "warning",
      message: messageOf(member(result, "message"), rule),
      description:
        messageOf(member(rule, "fullDescription"), undefined) || messageOf(member(rule, "shortDescription"), undefined),
      path: pathOf(member(member(location, "artifactLocation"), "uri"), root),
      line: asText(member(region, "startLine")),
      end_line: asText(member(region, "endLine")) || asText(member(region, "startLine")),
      snippet: asText(member(member(region, "snippet"), "text")),
      help: asText(member(rule, "helpUri")),
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

/** A result may also say that a rule passed, or what an earlier run found. */
function isReported(result: unknown): boolean {
  const kind = member(result, "kind") ?? "fail";
  const suppressions = asList(member(result, "suppressions"));
  const isSuppressed = suppressions.some((one) => (member(one, "status") ?? "accepted") === "accepted");
  return kind === "fail" && !isSuppressed && member(result, "baselineState") !== "absent";
}

/** Names the finding. A fingerprint of the tool stays the same when lines move. Without one, line and texts name it. */
function fingerprintOf(result: unknown, { line, message, snippet }: Readonly<Record<string, string>>): object {
  for (const key of ["fingerprints", "partialFingerprints"]) {
    const prints = member(result, key);
    if (typeof prints === "object" && prints !== null && Object.keys(prints).length > 0) return { prints };
  }
  return { line, message, snippet };
}

/** `{0}` in a rule's message is the result's first argument. */
function messageOf(message: unknown, rule: unknown): string {
  const own = asText(member(message, "text")) || asText(member(message, "markdown"));
  const id = asText(member(message, "id"));
  const ofRule = id === "" ? "" : asText(member(member(member(rule, "messageStrings"), id), "text"));
  const values = asList(member(message, "arguments")).map(asText);
  return (own || ofRule).replaceAll(/\{(\d+)\}/g, (all, index: string) => values[Number(index)] ?? all);
}

/** Reads the address of a file, or a path in percent-encoding. The result is a path from the root of the checkout where it is inside. */
function pathOf(uri: unknown, root: string): string {
  const text = asText(uri);
  if (text === "") return "";
  try {
    if (text.startsWith("file:")) return fromRoot(fileURLToPath(text), root);
    return fromRoot(decodeURIComponent(text), root);
  } catch {
    return text; // not an address, and so a path
  }
}
