/** How many lines of a file changed, as text. */

interface Lines {
  /** Undefined for binary content. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/** `+1 −2`, or `(binary)`. */
export function changedLines({ added, removed }: Lines): string {
  return added === undefined ? "(binary)" : `+${added} −${removed}`;
}
