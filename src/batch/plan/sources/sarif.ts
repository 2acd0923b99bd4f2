/** Findings of SARIF 2.1.0 (OASIS): one task for each result that a tool reports and no one has suppressed. */

import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { isWithin } from "../../../base/paths/is-within.ts";
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
  return toldApart(runs.flatMap((run: unknown, index) => findingsOf(run, root, `${file}: runs[${index}]`)));
}

interface Finding extends SourceRecord {
  readonly identity: object;
}

/**
 * A fingerprint may be that of several findings: Semgrep without a login has one for all, and others hash the words of a line, which stand
 * in several places. Then message and snippet name them too, and a number those that have the same. What is reported twice in one place
 * stays one finding, and a finding whose fingerprint no other has is named by the fingerprint only.
 */
function toldApart(findings: readonly Finding[]): readonly SourceRecord[] {
  const placesOf = new Map<string, Set<string>>();
  for (const { identity, fields } of findings) {
    const name = canonicalJson(identity);
    placesOf.set(name, (placesOf.get(name) ?? new Set()).add(placeOf(fields)));
  }
  const numbersOf = new Map<string, Map<string, number>>();
  return findings.map((finding) => {
    const { line = "", message, snippet } = finding.fields;
    if (placesOf.get(canonicalJson(finding.identity))?.size === 1) return finding;
    const identity = { ...finding.identity, message, snippet };
    const name = canonicalJson(identity);
    const numbers = numbersOf.get(name) ?? new Map<string, number>();
    const nth = numbers.get(line) ?? numbers.size;
    numbersOf.set(name, numbers.set(line, nth));
    return { ...finding, identity: nth === 0 ? identity : { ...identity, nth } };
  });
}

function placeOf({ line, message, snippet }: SourceRecord["fields"]): string {
  return canonicalJson([line, message, snippet]);
}

function findingsOf(run: unknown, root: string, place: string): readonly Finding[] {
  const tool = member(run, "tool");
  const driver = member(tool, "driver");
  const extensions = asList(member(tool, "extensions"));
  const allRules = [driver, ...extensions].flatMap((part) => asList(member(part, "rules")));
  const results = asList(member(run, "results"));
  return results.flatMap((result, index): readonly Finding[] => {
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
      path: pathOf(member(location, "artifactLocation"), run, root),
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

/** The path of a file, which the run may also name by its position in `artifacts`. It is from the root of the checkout where it is inside. */
function pathOf(location: unknown, run: unknown, root: string): string {
  const index = Number(member(location, "index") ?? -1);
  const named = member(asList(member(run, "artifacts"))[index], "location");
  const own = member(location, "uri") === undefined ? named : location;
  const path = pathOfAddress(asText(member(own, "uri")));
  if (path === "") return "";
  const base = baseOf(own, run);
  const full = posix.isAbsolute(path) || HAS_SCHEME.test(base) ? path : posix.join(base, path);
  // A folder of a container or of another machine says nothing about this checkout.
  const isElsewhere = posix.isAbsolute(full) && !isWithin(full, root);
  return fromRoot(isElsewhere ? path : full, root);
}

/** An address of another machine, or a path of Windows. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** More folders than are nested in each other, in case they name each other. */
const MAX_BASES = 10;

/** The folder that an address is relative to, as far as the run says. Its address may be relative to another folder. */
function baseOf(location: unknown, run: unknown): string {
  let base = "";
  let at = location;
  for (let count = 0; count < MAX_BASES && !posix.isAbsolute(base) && !HAS_SCHEME.test(base); count += 1) {
    at = member(member(run, "originalUriBaseIds"), asText(member(at, "uriBaseId")));
    base = posix.join(pathOfAddress(asText(member(at, "uri"))), base);
  }
  return base;
}

/** Reads the address of a file, or a path in percent-encoding. */
function pathOfAddress(text: string): string {
  try {
    return text.startsWith("file:") ? fileURLToPath(text) : decodeURIComponent(text);
  } catch {
    return text; // not an address, and so a path
  }
}
