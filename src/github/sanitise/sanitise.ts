/**
 * Foreign text → what its reader sees. Everything a model is given from GitHub passes through here, so that nothing can be said to
 * the model behind the reader's back. The promise is one-sided: visible text may be lost, hidden text is not kept.
 */

import { withoutHiddenBlocks } from "./hidden-blocks.ts";
import {
  NOTHING_REMOVED,
  withoutHiddenCharacters,
  withoutInvisible,
  type Count,
  type Removed,
} from "./hidden-characters.ts";
import { withoutComments } from "./hidden-comments.ts";
import { withoutHiddenDiagrams } from "./hidden-diagrams.ts";
import { withoutHiddenDefinitions, withoutLinkSecrets } from "./hidden-links.ts";
import { withoutHiddenMath } from "./hidden-math.ts";
import { withoutNoteLabels } from "./hidden-notes.ts";
import { withoutHiddenTags } from "./hidden-tags.ts";

export interface Sanitised {
  readonly text: string;
  readonly removed: Removed;
}

/** Honest text settles after 2 passes. A text that needs more is a construction of nested disguises, and loses its markup. */
const MAX_PASSES = 12;

/** Removes what is not shown, again and again until nothing changes; `sanitise(sanitise(x).text)` removes nothing. */
export function sanitise(text: string): Sanitised {
  const count: Count = { ...NOTHING_REMOVED };
  let current = text;
  for (let passes = 1; ; passes += 1) {
    const next = pass(current, count);
    if (next === current) return { text: current, removed: count };
    current = passes % MAX_PASSES === 0 ? next.replace(/[<&[\]|`~$\\%]/g, "") : next;
  }
}

/** The same for text that is shown without Markdown: titles, labels, names, code. Only hidden characters go. */
export function sanitisePlain(text: string): Sanitised {
  const count: Count = { ...NOTHING_REMOVED };
  return { text: withoutInvisible(text, count), removed: count };
}

function pass(text: string, count: Count): string {
  const plain = withoutHiddenCharacters(text, count);
  const steps = [
    withoutComments,
    withoutHiddenDefinitions,
    withoutNoteLabels,
    withoutLinkSecrets,
    // After links: `<x>` may be an address, and what stands behind it a title.
    withoutHiddenTags,
    withoutHiddenDiagrams,
    withoutHiddenMath,
    withoutHiddenBlocks,
  ];
  return steps.reduce((current, step) => step(current, count), plain);
}

/** Sums of two counts. */
export function addRemoved(a: Removed, b: Removed): Removed {
  return {
    comments: a.comments + b.comments,
    definitions: a.definitions + b.definitions,
    attributes: a.attributes + b.attributes,
    elements: a.elements + b.elements,
    tags: a.tags + b.tags,
    bidi: a.bidi + b.bidi,
    invisible: a.invisible + b.invisible,
  };
}
