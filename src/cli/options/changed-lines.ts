/** How many lines of a file changed, as text. */

/** `+1 −2`, or `(binary)` without numbers. */
export function changedLines({ added, removed }: { readonly [K in "added" | "removed"]?: number | undefined }): string {
  return added === undefined ? "(binary)" : `+${added} −${removed}`;
}
