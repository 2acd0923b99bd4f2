/**
 * The repetition ladder counts identical calls in a row: the same tool with the same arguments. A different call resets it.
 * Merged from Kimi's ladder and Kilo's mistake limit.
 */

import { canonicalJson } from "../../base/canonical-json.ts";

/** Identical calls in a row at which the model is warned. */
const REMIND_AT = 3;
const WARN_AT = 5;
const TEXT_ONLY_AT = 8;
const STOP_AT = 12;

export interface Repetition {
  /** Counts a call and returns how many times in a row it was made. */
  readonly observe: (tool: string, input: unknown) => number;
}

/** Creates the ladder of one turn. */
export function createRepetition(): Repetition {
  let lastKey = "";
  let count = 0;
  return {
    observe: (tool, input) => {
      const key = callKey(tool, input);
      count = key === lastKey ? count + 1 : 1;
      lastKey = key;
      return count;
    },
  };
}

/** Identity of a call: tool name and canonical arguments. */
export function callKey(tool: string, input: unknown): string {
  return `${tool} ${canonicalJson(input)}`;
}

/** Whether the turn must end after this count. */
export function isStuck(count: number): boolean {
  return count >= STOP_AT;
}

/** The warning for a count, or undefined. */
export function repetitionNote(tool: string, count: number): string | undefined {
  if (count === REMIND_AT) {
    return `You have now made this same ${tool} call ${count} times in a row with the same result. Try something else.`;
  }
  if (count === WARN_AT) {
    return `${count} identical ${tool} calls in a row. They cannot give a new result. Re-read what you know and change your approach now.`;
  }
  if (count === TEXT_ONLY_AT) {
    return `${count} identical ${tool} calls in a row. Call no tool in your next message: answer in text what blocks you. The run is stopped at ${STOP_AT}.`;
  }
  return undefined;
}
