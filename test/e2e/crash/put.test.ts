/**
 * A run that is killed while it puts many files into the checkout, and resumed, ends like one that was not killed: the same files,
 * patch, counts and outcome, and no folder of the program. KIMI_TESTS=full kills 50 times while 3,000 files are put.
 */

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { createRandom } from "../../doubles/random.ts";
import { IS_FULL, sized } from "../../doubles/size.ts";
import { NO_BWRAP } from "../harness.ts";
import { compare, describeKills } from "./crash-proof.ts";
import { createLane, removeTemplates, type Kill } from "./crash-run.ts";
import { manyFiles } from "./crash-scenarios.ts";

/** A third of them is edited, one is removed, and one is new. */
const FILES = sized(300, 3_000);
/** A kill and what follows it take about a second of a core. */
const KILLS = sized(3, 50);
const SEED = Number(process.env["KIMI_CRASH_SEED"] ?? 20_270_118);
const HOUR = { timeout: IS_FULL ? 3_600_000 : 300_000 };

const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-put-")));

after(() => {
  removeTemplates();
  rmSync(dir, { recursive: true, force: true });
});

test("killed while many files are put into the checkout", { ...HOUR, skip: NO_BWRAP || SKIP_OVERLAYS }, async (t) => {
  const random = createRandom(SEED);
  const lane = createLane(join(dir, "lane"));
  const scenario = manyFiles(FILES);
  const whole = await lane.play(scenario, "time");
  assert.equal(whole.outcome?.filesChanged, FILES);
  assert.equal(whole.points[0]?.filter((point) => point === "checkout.put.after").length, FILES);
  const end = (): string => ["before", "after"][random(2)] ?? "";
  const kinds: readonly (() => readonly Kill[])[] = [
    () => [{ process: 0, at: `checkout.put.${end()}:${1 + random(FILES)}` }],
    () => [{ process: 0, partOfPut: random(1_000) / 1_000 }],
    () => {
      const done = 20 + random(FILES - 20);
      const again = { process: 1, at: `checkout.undo.${end()}:${1 + random(done)}` };
      return [{ process: 0, at: `checkout.put.after:${done}` }, again];
    },
  ];
  const problems: string[] = [];
  let killed = 0;
  for (let n = 0; n < KILLS; n += 1) {
    const kills = kinds[n % kinds.length]?.() ?? [];
    try {
      const played = await lane.play(scenario, kills, whole.putMs);
      killed += played.killed?.requests.length ?? 0;
      compare(played, whole);
    } catch (error) {
      problems.push(`${describeKills(kills)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  t.diagnostic(`${killed} kills in ${KILLS} runs; seed ${SEED}; KIMI_CRASH_SEED sets another`);
  assert.equal(problems.length, 0, `${problems.length} of ${KILLS}:\n\n${problems.join("\n\n")}`);
  assert.ok(killed >= KILLS / 2, `${killed} kills`);
});
