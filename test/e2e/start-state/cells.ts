/** All cells of the matrix, and one of them from its start to what differs. */

import { createRandom } from "../../doubles/random.ts";
import { openCellScene, type Cell } from "./cell-scene.ts";
import { CHANNELS } from "./channels.ts";
import { FILTER_STATES } from "./filter-states.ts";
import { differences } from "./judgements.ts";
import { PLACE_STATES } from "./place-states.ts";
import { STEP_STATES } from "./step-states.ts";

const STATES = [...STEP_STATES, ...FILTER_STATES, ...PLACE_STATES];

/** Every state with each of its cases by every channel. Whether a session keeps the edit of a file that is left out is left open. */
export function allCells(sandbox: Cell["sandbox"]): readonly Cell[] {
  return STATES.flatMap((state) =>
    state.cases.flatMap((one) =>
      Object.keys(CHANNELS)
        .filter((channel) => channel !== "resumed" || (one.leftOut ?? one.either) === undefined)
        .map((channel) => ({ state, case: one, channel, sandbox })),
    ),
  );
}

/** Cells that are in every sample: what a step writes and stamps, on the ways that everyone reads. */
const ALWAYS = new Set(["untracked/other@issue", "untracked/other@fork", "modified/other-line@issue"]);

/** These, and of each state two cells, one of them about another file, with every channel in its turn. The same seed gives the same. */
export function sampleOf(cells: readonly Cell[], seed: number): readonly Cell[] {
  const random = createRandom(seed);
  const channels = Object.keys(CHANNELS);
  let turn = random(channels.length);
  const pick = (among: readonly Cell[]): readonly Cell[] => {
    const order = channels.map((_, at) => channels[(turn + at) % channels.length]);
    // A case of `resumed` may be missing: then the next channel has its turn.
    const channel = order.find((name) => among.some((cell) => cell.channel === name));
    turn += 1;
    const found = among.filter((cell) => cell.channel === channel);
    return found.slice(random(found.length)).slice(0, 1);
  };
  const picked = new Set(
    STATES.filter((_, at) => (at + seed) % 2 === 0).flatMap((state) => {
      const own = cells.filter((cell) => cell.state === state);
      const isOther = random(2) === 0;
      return pick(own.filter((cell) => (cell.case.name === "other") === isOther));
    }),
  );
  return cells.filter((cell) => picked.has(cell) || ALWAYS.has(nameOf(cell)));
}

/** `untracked/other@issue`. */
export const nameOf = ({ state, case: { name }, channel }: Cell): string => `${state.name}/${name}@${channel}`;

export interface CellEnd {
  /** What differs from what has to hold; none where the cell is as it should be. */
  readonly differences: readonly string[];
  readonly log: string;
}

/** Runs one cell. Rejects where the harness is broken. */
export async function runCell(cell: Cell): Promise<CellEnd> {
  const channel = CHANNELS[cell.channel];
  if (channel === undefined) throw new Error(`There is no channel ${cell.channel}.`);
  await using scene = await openCellScene(cell);
  const left = await channel(scene);
  const { github, model } = scene.scene;
  const violations = [...github.violations, ...model.violations];
  const judged = { ...cell, left, start: scene.start(), seen: scene.seen(), violations };
  return { differences: differences(judged), log: left.log };
}
