/** What a run begins with. It may begin before the rest of the request is known. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChatModel } from "../../protocol/model.ts";
import { choiceOf } from "./choose-agent.ts";
import { defaultModel, loadModel } from "./model.ts";
import type { RunRequest, World } from "./request.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

export interface Opening {
  readonly bench: Promise<Workbench>;
  /** The model, already loading; undefined where only an agent file can say which. */
  readonly early: Promise<ChatModel | undefined>;
}

type OpeningRequest = Pick<RunRequest, "workbench" | "trusted" | "origin" | "agent" | "model">;

/**
 * Opens the workbench, and loads the model while the cell starts. The run that gets it closes it, else the caller. `signal` stops the
 * setup. Never throws: what is wrong is in the promises.
 */
export function beginOpening(
  { workbench, trusted, origin, agent, model }: OpeningRequest,
  world: World,
  signal: AbortSignal,
): Opening {
  const setup = origin?.outsider === true ? undefined : signal;
  const bench = openWorkbench({ ...workbench, trusted, world, setup }); // first: it starts the cell, which all else overlaps
  const loadEarly = async (): Promise<ChatModel | undefined> => {
    await nextTurn(); // the cell has its first message then; loading an SDK would hold it up for 30 ms
    const byFile = choiceOf(agent)?.kind === "file"; // an agent file may name its own model
    const { name = byFile ? undefined : defaultModel(world.env) } = model;
    return name === undefined ? undefined : await loadModel({ ...model, name }, world);
  };
  const early = loadEarly();
  for (const begun of [bench, early]) begun.catch(() => {}); // the run that awaits them reports it
  return { bench, early };
}
