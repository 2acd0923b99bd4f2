/** Arguments of other agents' tools that read files → those of `read_file`: one flat file, Kilo's `args`, ranges as texts, offset and limit. */

import { isRecord } from "../../base/member.ts";
import { strictJson } from "../../base/strict-json.ts";
import { foldName, isAliasOf } from "./names.ts";
import type { GivenArguments } from "./repair.ts";

/** A range: `10-20`, or one line or page. */
const RANGE = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/;

/** Properties beside a path that say which lines are wanted. */
const STARTS = ["start_line", "line_start", "from_line", "offset", "line_offset"];
const LENGTHS = ["limit", "n_lines", "line_count"];
const ENDS = ["end_line", "line_end", "to_line"];
const RANGES = ["line_range", "line_ranges", "lines", "range", "pages", "page_range", "page"];
const ENTRY = new Set([...STARTS, ...LENGTHS, ...ENDS, ...RANGES]);

/** Returns `{files: [{path, start_line, end_line}]}` for any of these forms, and its argument for any other. */
export function reshapeRead(given: GivenArguments): GivenArguments {
  const { mode, ...plain } = given;
  const input = mode === "slice" ? plain : given; // Roo Code's name for lines that follow each other
  if ("files" in input) {
    const files = entriesOf(input["files"]);
    return files === undefined ? input : { ...input, files };
  }
  const [wrapper, ...others] = ["args", "file"].filter((key) => isWrapper(input[key]));
  if (wrapper !== undefined && others.length === 0 && !hasPath(input)) {
    const { [wrapper]: wrapped, ...rest } = input;
    const inner = parsed(wrapped);
    const files = isRecord(inner) ? (inner["file"] ?? inner["files"] ?? inner) : inner;
    return { ...rest, files: entriesOf(files) ?? [files].flat() };
  }
  if (!hasPath(input)) return input;
  const isOfFile = (key: string): boolean => isAliasOf("path", key) || ENTRY.has(foldName(key));
  const members = Object.entries(input);
  const entry = Object.fromEntries(members.filter(([key]) => isOfFile(key)));
  const rest = Object.fromEntries(members.filter(([key]) => !isOfFile(key)));
  return { ...rest, files: entriesOf(entry) ?? [entry] };
}

function isWrapper(value: unknown): boolean {
  return typeof parsed(value) === "object" && value !== null;
}

function hasPath(input: GivenArguments): boolean {
  return Object.entries(input).some(([key, value]) => isAliasOf("path", key) && typeof value === "string");
}

/** Kilo's files as XML elements, in `args` of a call that was written as XML. */
const XML_FILES = /^\s*(?:<file>[^<]*(?:<(?!\/file>)[^<]*)*<\/file>\s*)+$/;
const XML_FILE = /<file>\s*<path>([^<>]+)<\/path>\s*(?:<line_range>([^<>]+)<\/line_range>\s*)?<\/file>/g;

function parsed(value: unknown): unknown {
  if (typeof value === "string" && XML_FILES.test(value)) {
    const files = [...value.matchAll(XML_FILE)];
    if (files.length !== value.split("<file>").length - 1) return value;
    return files.map(([, path = "", range]) => ({
      path: path.trim(),
      ...(range === undefined ? {} : { line_range: range }),
    }));
  }
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  const read = strictJson(value);
  return read.kind === "value" ? read.value : value;
}

/** The entries with their ranges in the form of `read_file`; undefined when they have it already. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  const inner = parsed(value);
  const list = Array.isArray(inner) ? inner : [inner];
  const read = list.map((entry) => (isRecord(entry) ? withLines(entry) : [entry]));
  return read.every(([first], index) => first === list[index]) ? undefined : read.flat();
}

/** One entry for each range of lines. Returns the same entry when its lines are in the form of `read_file` or not understood. */
function withLines(entry: GivenArguments): readonly GivenArguments[] {
  const named = new Map(Object.keys(entry).map((key) => [foldName(key), key]));
  const take = (names: readonly string[]): string | undefined => {
    const found = names.filter((name) => named.has(name));
    return found.length === 1 ? named.get(found[0] ?? "") : undefined;
  };
  const [start, length, end, range] = [take(STARTS), take(LENGTHS), take(ENDS), take(RANGES)];
  if (range !== undefined) {
    const { [range]: given, ...rest } = entry;
    const ranges = rangesOf(given);
    return ranges.length === 0 || start !== undefined || end !== undefined
      ? [entry]
      : ranges.map(([from, to]) => ({ ...rest, start_line: from, end_line: to }));
  }
  const isPlain = length === undefined && (start ?? STARTS[0]) === STARTS[0] && (end ?? ENDS[0]) === ENDS[0];
  if (isPlain) return [entry];
  const rest = Object.entries(entry).filter(([key]) => ![start, length, end].includes(key));
  // Some tools count offsets from 0, and Kimi CLI's from the end of the file as well.
  const from = start === undefined ? undefined : numberOf(entry[start]);
  if (from === 0 && start === "line_offset") return [entry]; // Kimi CLI's own, which refuses 0
  const first = from === 0 ? 1 : from;
  const count = length === undefined ? undefined : numberOf(entry[length]);
  if ((start !== undefined && from === undefined) || (length !== undefined && !(count !== undefined && count > 0)))
    return [entry];
  if (end !== undefined && count !== undefined) return [entry];
  const counted = count === undefined ? undefined : (first ?? 1) + count - 1;
  const reachesEnd = first !== undefined && first < 0 && counted !== undefined && counted >= 0;
  const last = end === undefined ? (reachesEnd ? undefined : counted) : entry[end];
  return [
    {
      ...Object.fromEntries(rest),
      ...(first === undefined ? {} : { start_line: first }),
      ...(last === undefined ? {} : { end_line: last }),
    },
  ];
}

/** `7`, `"7"`, `"1-20"`, `"1-20, 40-60"`, `["1-20"]`, `[1, 20]` and `[[1, 20]]`; empty for anything else. */
function rangesOf(given: unknown): readonly (readonly [number, number])[] {
  if (typeof given === "number") return rangesOf(String(given));
  const list = typeof given === "string" ? given.split(",") : Array.isArray(given) ? given : [];
  const pair = (two: readonly unknown[]): readonly (readonly [number, number])[] => {
    const [from, to] = two.map(numberOf);
    return two.length === 2 && from !== undefined && to !== undefined ? [[from, to]] : [];
  };
  if (list.length === 2 && list.every((item) => typeof item === "number")) return pair(list);
  const read = list.map((item: unknown) => {
    if (Array.isArray(item)) return pair(item);
    const [, from, to = from] = (typeof item === "string" ? RANGE.exec(item) : null) ?? [];
    return pair([from, to]);
  });
  return read.some((ranges) => ranges.length === 0) ? [] : read.flat();
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  return typeof value === "string" && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
}
