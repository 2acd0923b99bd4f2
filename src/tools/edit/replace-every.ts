/** Replaces a text by another one everywhere, literally. The size of the result is limited, because a model chooses both texts. */

import { MAX_FILE_BYTES } from "../define/edit-target.ts";
import { inputMistake } from "../define/input-error.ts";

export interface Replaced {
  readonly text: string;
  readonly count: number;
}

/** Throws `tool.input` if the result would be too large to be read again. */
export function replaceEvery(text: string, search: string, replacement: string): Replaced {
  const parts = text.split(search);
  const count = parts.length - 1;
  const length = text.length + count * (replacement.length - search.length);
  if (length <= Math.max(MAX_FILE_BYTES, text.length)) return { text: parts.join(replacement), count };
  throw inputMistake(
    `${count} replacements would make a file of ${length} characters.`,
    `At most ${MAX_FILE_BYTES} bytes can be read again.`,
  );
}
