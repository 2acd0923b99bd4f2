/**
 * Only the run's own change leaves: whatever an earlier step, or a person, left in the checkout, by each way in which a change leaves.
 * The suite runs a sample of the cells, `KIMI_TESTS=full` and `node scripts/start-states.ts --all` run all with the built program.
 */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { IS_FULL } from "../../doubles/size.ts";
import { NO_BWRAP } from "../harness.ts";
import { allCells, nameOf, runCell, sampleOf } from "./cells.ts";

/** Another one gives another sample. A cell takes two seconds of a processor. */
const SEED = Number(process.env["KIMI_STATES_SEED"] ?? 1);

const skip = NO_BWRAP || SKIP_OVERLAYS;
const all = allCells("sealed");

// In the built program the cells mostly wait for processes and for the first save of a session.
describe("only the run's own change leaves", { concurrency: IS_FULL ? 4 : 1 }, () => {
  for (const cell of IS_FULL ? all : sampleOf(all, SEED)) {
    test(nameOf(cell), { skip }, async () => {
      const { differences, log } = await runCell(cell);
      assert.deepEqual(differences, [], log);
    });
  }
});
