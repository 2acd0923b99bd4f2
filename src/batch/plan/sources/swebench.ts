/** Instances of SWE-bench, as JSON lines or one JSON list: https://www.swebench.com/SWE-bench/guides/datasets/ */

import { strictJson } from "../../../base/strict-json.ts";
import { asObject, objectsOfLines, type TextSource } from "./jsonl.ts";
import { sourceRecord, sourceError, type SourceRecord } from "./source-record.ts";

/** The fields that an instance must have. A prompt may use its other fields too. */
const NEEDED = ["instance_id", "repo", "base_commit", "problem_statement"] as const;

/** Throws `config.invalid` with the instance. */
export function readSwebench({ file, text }: TextSource): readonly SourceRecord[] {
  return objectsOf(file, text).map(({ object, place }) => {
    for (const name of NEEDED) {
      if (typeof object[name] !== "string" || object[name] === "")
        throw sourceError(place, `the instance has no ${name}`, `An instance of SWE-bench has ${NEEDED.join(", ")}.`);
    }
    const record = sourceRecord(object, { place, idField: "instance_id" });
    const { instance_id: id = "", base_commit: base = "" } = record.fields;
    if (!/^[\w.-]+$/.test(id))
      throw sourceError(place, `${JSON.stringify(id)} is not an instance_id`, "Use letters, digits, `_`, `-` and `.`.");
    if (!/^[0-9a-f]{40}$/.test(base))
      throw sourceError(place, `${JSON.stringify(base)} is no commit`, "base_commit has 40 hex digits.");
    return { ...record, fields: { ...record.fields, image: imageOf(id) }, base };
  });
}

function objectsOf(file: string, text: string) {
  if (!/^\uFEFF?\s*\[/.test(text)) return objectsOfLines(file, text);
  const json = strictJson(text.replace(/^\uFEFF/, ""));
  if (json.kind === "invalid") throw sourceError(file, `not JSON (${json.reason})`, "Write a list of instances.");
  return [json.value].flat().map((value: unknown, index) => {
    const place = `${file}[${index}]`;
    return { object: asObject(value, place), place };
  });
}

/** The image with the instance's repository in `/testbed`. Docker Hub has no names with two underscores, so `_1776_` stands for them. */
function imageOf(id: string): string {
  return `swebench/sweb.eval.x86_64.${id.toLowerCase().replaceAll("__", "_1776_")}`;
}
