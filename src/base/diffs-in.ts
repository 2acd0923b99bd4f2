/** The diffs of a patch, one after the other. No line of content begins like a header, unless behind a carriage return. */
export function diffsIn(patch: string): readonly string[] {
  return patch.split(/(?<=\n)(?=diff --git )/);
}
