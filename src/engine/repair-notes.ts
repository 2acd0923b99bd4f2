/** Tells the model what was repaired in its arguments. Each slip is named once, as long as that note is in the context. */

import type { Turn } from "../protocol/turn.ts";
import type { JudgedCall } from "./judge.ts";

/** The note for the result of each call, in order; undefined when there is nothing new to tell. */
export function repairNotesOf(calls: readonly JudgedCall[], { context }: Turn): readonly (string | undefined)[] {
  const told = new Set<string>();
  return calls.map(({ call: { name }, repairs }) => {
    if (repairs === undefined) return undefined;
    const begin = `(Repaired arguments of ${name}: `;
    const isTold = (slip: string): boolean =>
      told.has(`${name} ${slip}`) ||
      context.messages.some((message) => message.role === "tool" && isNoted(message.content, begin, slip));
    const slips = repairs.slips.filter((slip) => !isTold(slip));
    for (const slip of slips) told.add(`${name} ${slip}`);
    return slips.length === 0 ? undefined : `${begin}${slips.join("; ")}. Accepted: ${repairs.accepted}.)`;
  });
}

function isNoted(content: string, begin: string, slip: string): boolean {
  const start = content.lastIndexOf(begin);
  return start !== -1 && content.includes(slip, start);
}
