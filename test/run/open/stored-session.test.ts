/** What a resume, or a run that continues a conversation, reads of a bundle before anything is started. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import type { Message } from "../../../src/protocol/message.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { readImported } from "../../../src/run/open/imported.ts";
import { readSession } from "../../../src/run/open/session.ts";
import { createBundle } from "../../../src/session/bundle.ts";
import { openJournal } from "../../../src/session/journal.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import { said } from "../../doubles/message.ts";

function stored(events: readonly WireEvent[]) {
  using temporary = temporaryDir();
  const bundle = createBundle(join(temporary.dir, "bundle"));
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact: (text) => text });
  for (const event of events) journal.record(event);
  journal.close();
  const { hasTask, images, model } = readSession(bundle);
  const { inPlanMode } = readImported(bundle.dir);
  return { hasTask, images, model, inPlanMode };
}

const picture = { mediaType: "image/png", data: "aGk=" } as const;
const append = (...messages: readonly Message[]): WireEvent => ({ type: "context.append", messages });

/** A process that ended between the two once left a session that "completed" with the last words of another. */
test("a session with only an imported conversation has no task", () => {
  const old: readonly WireEvent[] = [
    append({ role: "user", content: "old", images: [picture], synthetic: true }, said("an old answer")),
  ];
  const begun: readonly WireEvent[] = [...old, { type: "turn.begin", input: "task" }];
  const asked = append({ role: "user", content: "task", images: [picture] });
  assert.deepEqual(
    [old, begun, [...begun, asked]].map((events) => stored(events)),
    [
      { hasTask: false, images: 1, model: undefined, inPlanMode: false },
      { hasTask: false, images: 1, model: undefined, inPlanMode: false },
      { hasTask: true, images: 2, model: undefined, inPlanMode: false },
    ],
  );
});

test("a session goes on in plan mode, unless it has sent its plan", () => {
  const mode = (on: boolean): WireEvent => ({ type: "plan.mode", on });
  const plan: WireEvent = { type: "plan.display", text: "First the tests." };
  const ends = [[], [mode(true)], [mode(true), plan], [mode(true), plan, mode(false)], [plan, mode(true)]];
  assert.deepEqual(
    ends.map((events) => stored(events).inPlanMode),
    [false, true, false, false, true],
  );
});
