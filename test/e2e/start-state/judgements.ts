/** What has to hold in each cell. A judgement returns what differs; nothing, where the cell is as it should be. */

import { checkout } from "./checkout-judgement.ts";
import { filesOf } from "./cell-scene.ts";
import { digestOf, isStartSeen, unlike, type Judged, type Judgement } from "./judged.ts";
import type { Change } from "./left.ts";
import { START_CANARY } from "./start-state.ts";
import { counts, named } from "./text-judgements.ts";

/** Name → judgement, in the order in which a reader wants to know. */
const JUDGEMENTS: Readonly<Record<string, Judgement>> = {
  harness,
  published,
  patch,
  counts,
  content,
  named,
  outcome,
  checkout,
};

/** Everything that differs, each with the name of its judgement. */
export function differences(found: Judged): readonly string[] {
  const judged = onMachine(found);
  return Object.entries(JUDGEMENTS).flatMap(([name, judge]) => judge(judged).map((text) => `${name}: ${text}`));
}

/** A cell of a person's machine, where some files that are left out elsewhere are in the patch as a whole. */
function onMachine(judged: Judged): Judged {
  const { channel, start, case: one } = judged;
  if (channel !== "local" || one.isWholeOnMachine !== true) return judged;
  const whole = one.edits.map(({ path, of }) => [path, of(start.contents[path])] as const);
  const { leftOut: _, ...rest } = one;
  return {
    ...judged,
    case: { ...rest, published: { ...one.published, ...Object.fromEntries(whole) }, publishesStart: true },
  };
}

/** The model worked in the start state, and its edits arrived there. Without that, a cell shows nothing. */
function harness(judged: Judged): readonly string[] {
  const { channel, seen, start, violations, left } = judged;
  if (!seen.isWhole) return [`the model came to no end; the run ended as ${left.outcome}`, ...violations];
  const isSeen = isStartSeen(judged);
  const own = filesOf(judged);
  const lost = judged.case.edits.filter(({ path, of }) => {
    const before = isSeen ? start.contents[path] : own[path];
    return seen.after[path] !== digestOf(of(before)) || seen.after[path] === seen.before[path];
  });
  return [
    ...(isSeen || channel === "batch" ? [] : ["the model did not see the start state"]),
    ...(seen.isUnsaved ? ["the session was not saved while the run worked"] : []),
    ...lost.map(({ path }) => `the edit of ${path} did not arrive`),
    ...violations,
  ];
}

/** Exactly the run's own change leaves, byte for byte. */
function published(judged: Judged): readonly string[] {
  const { left } = judged;
  return unlike(judged, left.published === left.patched ? patchOf(judged) : left.published);
}

/** `changes.patch` has the same change. */
function patch(judged: Judged): readonly string[] {
  return unlike(judged, patchOf(judged));
}

/** Without what is left out for a person to apply. */
function patchOf({ left, case: { isInPatch = [] } }: Judged): Change {
  return Object.fromEntries(Object.entries(left.patched).filter(([path]) => !isInPatch.includes(path)));
}

/** Content of the start state is nowhere in what leaves. */
function content({ left, case: { publishesStart = false } }: Judged): readonly string[] {
  if (publishesStart) return [];
  const patches = [...Object.entries(left.published), ...Object.entries(left.patched)];
  const changes = patches.map(([path, text]) => ({ where: `the change of ${path}`, text }));
  const found = [...left.said, ...left.uploaded, ...changes].filter(({ text }) => text.includes(START_CANARY));
  const places = new Set(found.map(({ where }) => where));
  if (left.stored.includes(START_CANARY)) places.add("the server's objects");
  return [...places].map((where) => `content of the start state is in ${where}`);
}

const GREEN = new Set(["completed", "no_change", "done", "nothing"]);

/** A run whose work is all published ends as that; one that published nothing of it is not green. */
function outcome({ left, channel, case: { leftOut, either } }: Judged): readonly string[] {
  const said = `it ended as ${left.outcome}, exit code ${left.code}`;
  const isNothing = Object.keys(left.published).length === 0;
  if (leftOut === undefined && either === undefined && !isNothing) {
    const [wanted, code] =
      channel === "fork" ? ["published_partially", 6] : [channel === "batch" ? "done" : "completed", 0];
    return left.outcome === wanted && left.code === code ? [] : [`${said}; expected was ${wanted}`];
  }
  // On a machine the edit is in the checkout, which is all that was asked for.
  const isGreen = GREEN.has(left.outcome) && left.code === 0 && channel !== "local";
  return isNothing && isGreen ? [`${said}, though nothing was published`] : [];
}
