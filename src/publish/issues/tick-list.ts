/**
 * Check boxes that people tick in an issue of ours. Each has a hidden id, which says what the tick asks for. A tick is only a wish:
 * the caller checks the id and the person (`read-ticks.ts`), and draws the box empty again.
 */

/** A box: `text` is Markdown that is harmless already, in one line. */
export interface TickBox {
  /** Letters, digits and `. : / = -`, at most 100. */
  readonly id: string;
  readonly text: string;
}

const ID = "[\\w.:/=-]{1,100}";
const WHOLE_ID = new RegExp(`^${ID}$`);
/** GitHub writes a ticked box as `[x]`; people may write `[X]`. */
const TICKED = new RegExp(`^[ \\t]*[-*+] \\[[xX]\\] <!-- kimi-tick:(${ID}) -->`, "gm");

/** One line with an empty box. Throws for an id that would not be found again, which is a mistake of the caller. */
export function renderTickBox({ id, text }: TickBox): string {
  if (!WHOLE_ID.test(id)) throw new TypeError(`Not an id of a box: ${id}`);
  return `- [ ] <!-- kimi-tick:${id} --> ${text.replace(/\s+/g, " ")}`;
}

/** The ids of the ticked boxes in a body, each once, in their order. */
export function tickedIn(body: string): readonly string[] {
  return [...new Set(Array.from(body.matchAll(TICKED), ([, id = ""]) => id))];
}
