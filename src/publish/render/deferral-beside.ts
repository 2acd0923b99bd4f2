/**
 * What the same message of the model does besides the held calls. Nobody is asked about it, and it runs first where it stands
 * first: a script that is approved by its name may be written anew right before it runs.
 */

import { SHOWN_WHOLE } from "../../github/event/match-answers.ts";
import type { HeldBatch } from "../result/held-calls.ts";
import { argumentBlocks, codeSpan, whereAll, type Room } from "./deferral-calls.ts";
import type { Links } from "./render-parts.ts";

interface BesideView {
  readonly asked: HeldBatch;
  readonly links: Links;
  readonly room: Pick<Room, "arguments">;
}

/** Nothing where every call of the message is held. */
export function besideBlocks({ asked, links, room }: BesideView): readonly string[] {
  const { calls, written, isAsked } = asked;
  if (!isAsked) return [];
  const held = new Set(calls.map(({ index }) => index));
  const beside = [...written.entries()].filter(([index]) => !held.has(index));
  if (beside.length === 0) return [];
  const whole = beside.slice(0, SHOWN_WHOLE);
  const shown = argumentBlocks(
    whole.map(([, call]) => call),
    room.arguments,
    links,
  );
  const rest = beside.length - whole.length;
  return [
    `#### Beside ${calls.length === 1 ? "it" : "them"}, unasked`,
    "The same message of the model says this too. What the policy allows of it runs along, in the order of the message, and can change what stands above.",
    ...whole.flatMap(([index, { name }], at) => [
      `${placeOf(calls.filter((call) => call.index < index).length)}: ${codeSpan(name, 80)}`,
      ...(shown[at] ?? []),
    ]),
    ...(rest === 0 ? [] : [`**${rest} more ${rest === 1 ? "is" : "are"} not shown.** ${whereAll(links)}`]),
  ];
}

/** `before`: how many of the held calls stand before it. */
function placeOf(before: number): string {
  return before === 0 ? "Before 1" : `After ${before}`;
}
