/** Kimi CLI's Ralph loop: repeats a prompt until the model says that it is done. */

import type { Flow } from "../../protocol/prompt.ts";
import { configError } from "../../protocol/error.ts";
import type { WireEvent } from "../../protocol/wire.ts";

/** The name of the loop as a flow. No skill has a space in its name. */
export const RALPH = "ralph loop";

const AGAIN = `You are in a loop: this prompt comes again until you stop it. Look at what is there now, do what is still missing, and check it. Choose STOP only when everything is done and checked; if in doubt, CONTINUE.`;

/** The prompt as a flow: a turn, then a decision that is the prompt itself until it is answered with STOP. */
export function ralphFlow(prompt: string): Flow {
  return {
    begin: "BEGIN",
    nodes: new Map([
      ["BEGIN", { id: "BEGIN", kind: "begin", label: "BEGIN", edges: [{ to: "R1" }] }],
      ["R1", { id: "R1", kind: "task", label: prompt, edges: [{ to: "R2" }] }],
      [
        "R2",
        {
          id: "R2",
          kind: "decision",
          label: `${prompt}\n\n${AGAIN}`,
          edges: [
            { to: "R2", label: "CONTINUE" },
            { to: "END", label: "STOP" },
          ],
        },
      ],
      ["END", { id: "END", kind: "end", label: "END", edges: [] }],
    ]),
  };
}

/** The prompt of a recorded loop, with its data: the first message after the loop began. Undefined where there is none. */
export function ralphWords(events: readonly WireEvent[]): string | undefined {
  const begin = events.findIndex((event) => event.type === "flow.begin" && event.name === RALPH);
  const opening = events.slice(begin + 1).find((event) => event.type === "context.append");
  const [message] = begin === -1 ? [] : (opening?.messages ?? []);
  return message?.role === "user" ? message.content : undefined;
}

/** The number of moves for so many further rounds; -1 means no limit. Throws `config.invalid`. */
export function ralphMoves(iterations: number): number | undefined {
  if (iterations === -1) return undefined;
  if (Number.isInteger(iterations) && iterations > 0) return iterations + 2; // one to the first turn, and one to the decision
  throw configError(
    `${iterations} is not a number of iterations.`,
    "Give how many further rounds there may be: a whole number, or -1 for as many as the limits allow.",
  );
}
