/** Counts calls that bring nothing new: the same call with the same result, alone or in a cycle (Kimi's, Kilo's). */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { withoutNotes } from "../../protocol/result.ts";

/** The longest cycle that is looked for. Longer cycles mostly make progress. */
const MAX_CYCLE = 4;

type Thresholds = Readonly<Record<"remind" | "warn" | "textOnly" | "stop", number>>;

/** Numbers of rounds at which something happens, for a single call and for a cycle, whose rounds cost several calls. */
const OF_ONE: Thresholds = { remind: 3, warn: 5, textOnly: 8, stop: 12 };
const OF_CYCLE: Thresholds = { remind: 3, warn: 4, textOnly: 5, stop: 6 };

/** A repetition: rounds in a row that brought nothing new. */
export interface Repeated {
  /** The tools of one round, in the order of the calls. */
  readonly tools: readonly string[];
  /** 1 for a call that is no repetition. */
  readonly count: number;
}

export const NOT_REPEATED: Repeated = { tools: [], count: 1 };

/** Creates the ladder of one turn. */
export function createRepetition() {
  const calls: { readonly tool: string; readonly key: string }[] = [];
  return {
    /** Counts a call with its result, and returns the repetition that ends with it. */
    observe: (tool: string, input: unknown, result: string): Repeated => {
      calls.push({ tool, key: sha256(`${callKey(tool, input)}\n${withoutNoise(withoutNotes(result))}`) });
      for (let length = 1; length <= MAX_CYCLE; length += 1) {
        const row = rowOf(calls, length);
        const rounds = Math.floor(row / length);
        if (rounds < 2) continue;
        const tools = calls.slice(-length).map((call) => call.tool);
        // In the middle of a round there is nothing new to say.
        return row % length === 0 ? { tools, count: rounds } : NOT_REPEATED;
      }
      return NOT_REPEATED;
    },
  };
}

/** The number of calls at the end that repeat with this cycle length. */
function rowOf(calls: readonly { readonly key: string }[], length: number): number {
  let row = Math.min(length, calls.length);
  while (row < calls.length && calls.at(-1 - row)?.key === calls.at(-1 - row + length)?.key) row += 1;
  return row;
}

/** Identity of a call: tool name and canonical arguments. */
export function callKey(tool: string, input: unknown): string {
  return `${tool} ${canonicalJson(input)}`;
}

/** Whether the turn must end after these rounds. */
export function isStuck({ tools, count }: Repeated): boolean {
  return count >= thresholdsOf(tools).stop;
}

export function repetitionNote({ tools, count }: Repeated): string | undefined {
  const { remind, warn, textOnly, stop } = thresholdsOf(tools);
  const what = repeatedCalls(tools);
  if (count === remind)
    return `You have now made ${what} ${count} times in a row with the same result. Try something else.`;
  if (count === warn) {
    return `${count} times in a row ${what}, each time with the same result. Re-read what you know and change your approach now.`;
  }
  if (count === textOnly) {
    return `${count} times in a row ${what}, each time with the same result. Call no tool in your next message: answer in text what blocks you. The run is stopped at ${stop}.`;
  }
  return undefined;
}

/** `this same read_file call`, or `the same 2 calls (read_file, list_files)`. */
export function repeatedCalls(tools: readonly string[]): string {
  return tools.length === 1 ? `the same ${tools[0]} call` : `the same ${tools.length} calls (${tools.join(", ")})`;
}

function thresholdsOf(tools: readonly string[]): Thresholds {
  return tools.length === 1 ? OF_ONE : OF_CYCLE;
}

/** Parts of an output that differ between runs of the same failure: durations, times of day, addresses, temporary files. */
const NOISE =
  /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds)\b|\bduration_ms:? [\d.]+|\b\d{4}-\d\d-\d\d[T ][\d:._]+Z?|\b\d\d:\d\d:\d\d\b|\b0x[0-9a-f]+\b|\/tmp\/\S+/gi;

/** A command's output without the parts that differ between runs. */
export function withoutNoise(output: string): string {
  return output.replace(NOISE, "~");
}
