/** Replaces matches of a model's pattern. It may backtrack for ever, and its result may grow: hence in the cell, and with limits. */

import { Script } from "node:vm";
import type { ReplaceReply, ReplaceRequest } from "../../protocol/tools/replace.ts";
import { inputError } from "./errors.ts";

/** The worker answers nothing else in this time. An ordinary pattern takes milliseconds, on a busy machine a few times as long. */
const TIMEOUT_MS = 2000;

/** Larger files cannot be read again. */
const MAX_CHARS = 4 * 1024 * 1024;

/** Throws `tool.input` for a pattern that is none or takes too long, and for a result that is too large. */
export function replaceMatches(request: ReplaceRequest): ReplaceReply {
  const pattern = compile(request);
  try {
    // Only a script with a time limit can be ended in the middle of a match.
    return new Script("replace()").runInNewContext(
      { replace: () => replaceIn(request, pattern) },
      { timeout: TIMEOUT_MS },
    ) as ReplaceReply;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw inputError(`the pattern timed out after ${TIMEOUT_MS / 1000} s.`, "Use a simpler one, or a range of lines.");
  }
}

function compile({ pattern, isRegex, ignoresCase }: ReplaceRequest): RegExp {
  const source = isRegex ? pattern : RegExp.escape(pattern);
  try {
    return new RegExp(source, ignoresCase ? "gim" : "gm");
  } catch (error) {
    throw inputError(
      `${(error as Error).message}.`,
      "Give a JavaScript regex, or leave use_regex out for literal text.",
    );
  }
}

function replaceIn({ text, replacement, isRegex }: ReplaceRequest, pattern: RegExp): ReplaceReply {
  const parts: string[] = [];
  let [end, count, length] = [0, 0, 0];
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
    if (length > Math.max(MAX_CHARS, text.length)) {
      throw inputError("the file would become too large.", `At most ${MAX_CHARS} characters can be read again.`);
    }
  };
  for (const match of text.matchAll(pattern)) {
    add(text.slice(end, match.index));
    add(isRegex ? expanded(replacement, match) : replacement);
    end = match.index + match[0].length;
    count += 1;
  }
  add(text.slice(end));
  return { text: parts.join(""), count };
}

/** Expands `$1`, `$&`, `$<name>` and `$$` as JavaScript does. A reference to a group that does not exist stays as it is. */
function expanded(replacement: string, match: RegExpExecArray): string {
  return replacement.replaceAll(
    /\$(?:([$&])|(\d{1,2})|<([^>]*)>)/g,
    (whole, sign?: string, number?: string, name?: string) => {
      if (sign !== undefined) return sign === "$" ? "$" : match[0];
      if (name !== undefined) return match.groups === undefined ? whole : (match.groups[name] ?? "");
      const digits = number ?? "";
      const group = [digits, digits.slice(0, 1)].find((one) => Number(one) > 0 && Number(one) < match.length);
      return group === undefined ? whole : `${match[Number(group)] ?? ""}${digits.slice(group.length)}`;
    },
  );
}
