/** What a review reads of the repository, each part when it is first asked for: the difference, what is left out of it, and contents. */

import { createGit } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";
import { readerOf, readFileObject, type ReadObjects } from "../workspace/git/open-reader.ts";
import type { ReviewRange } from "../protocol/tools/finding.ts";
import { readDiff, readDifference, type ReviewDiff } from "./diff.ts";
import { leftOutOf, type LeftOutOptions, type LeftOutWhy } from "./left-out.ts";
import { newRange } from "./new-range.ts";

export interface ReviewSource extends Omit<LeftOutOptions, "read"> {
  readonly root: string;
  /** Reads its objects; one of its own where it is left out. */
  readonly read?: ReadObjects | undefined;
}

export interface OpenReview {
  readonly diff: () => Promise<ReviewDiff>;
  /** What the model is asked about: with `since` what is new since that head, else the whole difference. */
  readonly shown: () => Promise<ReviewDiff & Pick<ReviewRange, "since">>;
  readonly leftOut: () => Promise<ReadonlyMap<string, LeftOutWhy>>;
  /** The content of a stored file. */
  readonly content: (id: string) => Promise<Buffer>;
  /** The file of the head, or where that is gone, those that the change renamed or added in its place. */
  readonly successors: (path: string) => Promise<readonly Buffer[]>;
}

export function openReview(source: ReviewSource, range: ReviewRange): OpenReview {
  const { root, path, gitDir, isIgnored, read: readObjects = readerOf(gitDir, path).read } = source;
  // A name such as `:!a` is one of a file.
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir, GIT_LITERAL_PATHSPECS: "1" } });
  const diff = once(() => readDiff(git, range));
  const contents = new Map<string, Promise<Buffer>>();
  const content = (id: string): Promise<Buffer> => {
    const known = contents.get(id) ?? readFileObject(readObjects, id);
    contents.set(id, known);
    return known;
  };
  return {
    diff,
    shown: once(async () => {
      const { since, head } = range;
      const whole = await diff();
      // A commit that this git lacks is no reason to look at less.
      const between = since && (await readDifference(git, since, head).catch(() => undefined));
      return between ? { ...newRange(whole, between), since } : whole;
    }),
    leftOut: once(async () => await leftOutOf(await diff(), { path, gitDir, read: readObjects, isIgnored })),
    content,
    successors: async (path) => {
      const changed = (await diff()).files.get(path);
      if (changed?.newMode.startsWith("100") === true) return [await content(changed.newId)];
      const listed = await git({ args: ["ls-tree", "-z", "--full-tree", objectId(range.head), "--", path] });
      const own = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.toString("latin1"))?.[1];
      if (own !== undefined) return [await content(own)];
      const made = [...(await diff()).files.values()].filter(
        ({ status, isBinary, newMode }) =>
          !isBinary && newMode.startsWith("100") && (status === "renamed" || status === "added"),
      );
      return await Array.fromAsync(made, async ({ newId }) => await content(newId));
    },
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= read());
}
