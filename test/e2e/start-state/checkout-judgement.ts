/** The judgement about the checkout of a job or person. */

import type { Judged } from "./judged.ts";

/** Files and index are as the step left them, with the edits where the program puts them into the checkout. */
export function checkout(judged: Judged): readonly string[] {
  const { start, left, channel, seen } = judged;
  const { edits, isElsewhere = false, either = {} } = judged.case;
  if (channel === "resumed") return []; // whether a later job takes up its own step's files or the first job's is left open
  // What the head of a pull request has more than the commit of the checkout.
  const ofHead = channel === "pull" || channel === "fork" ? ["notes.md"] : [];
  const edited = new Map(edits.map(({ path }) => [path, seen.after[path]]));
  const isPut = (path: string): boolean => {
    const [was, is] = [start.before.files[path], left.after.files[path]];
    return is === `${modeOf(was ?? is)} ${edited.get(path)}`;
  };
  const paths = new Set([...Object.keys(start.before.files), ...Object.keys(left.after.files), ...edited.keys()]);
  const files = [...paths].toSorted().flatMap((path) => {
    const [was, is] = [start.before.files[path], left.after.files[path]];
    if (channel !== "batch" && edited.has(path) && isPut(path)) return [];
    if (was !== is) return ofHead.includes(path) ? [] : [`${path} was ${was ?? "not there"} and is ${is ?? "gone"}`];
    const isWanted = channel === "local" && edited.has(path) && !isElsewhere && !(path in either);
    return isWanted ? [`the edit of ${path} is not there`] : [];
  });
  // Git shows a hidden file as one of the set as soon as the file is there.
  const others = [...ofHead, ...Object.keys(either)];
  const isOfStep = (entry: string): boolean => !others.some((path) => entry.endsWith(`\t${path}`));
  const index = new Set(start.before.index.filter(isOfStep)).symmetricDifference(
    new Set(left.after.index.filter(isOfStep)),
  );
  return [...files, ...Array.from(index, (entry) => `the index differs in ${entry}`)];
}

const modeOf = (file = ""): string => file.split(" ")[0] ?? "";
