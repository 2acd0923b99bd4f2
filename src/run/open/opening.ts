/** Opens the workbench and loads the model of a run. This may begin before the rest of the request is known. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChatModel } from "../../protocol/model.ts";
import { choiceOf } from "./choose-agent.ts";
import { defaultModel, loadModel } from "./model.ts";
import type { RunRequest, World } from "./request.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

export interface Opening {
  readonly bench: Promise<Workbench>;
  /** The model, which is loading already; undefined where an agent file may name it. */
  readonly early: Promise<ChatModel | undefined>;
}

type OpeningRequest = Pick<RunRequest, "workbench" | "trusted" | "origin" | "agent" | "model">;

/**
 * Opens the workbench, and loads the model while the cell starts. The run that gets the opening closes it, or else the caller.
 * `signal` stops the setup. Never throws: the promises reject.
 */
export function beginOpening(
  { workbench, trusted, origin, agent, model }: OpeningRequest,
  world: World,
  signal: AbortSignal,
): Opening {
  const setup = origin?.outsider === true ? undefined : signal;
  const bench = openWorkbench({ ...workbench, trusted, world, setup, isOutsider: origin?.outsider }); // first, because it starts the cell, and the rest runs meanwhile
  const loadEarly = async (): Promise<ChatModel | undefined> => {
    await nextTurn(); // the cell gets its first message before an SDK is loaded, which takes 30 ms
    const byFile = choiceOf(agent)?.kind === "file"; // an agent file may name its own model
    const { name = byFile ? undefined : defaultModel(world.env) } = model;
    return name === undefined ? undefined : await loadModel({ ...model, name }, world);
  };
  const early = loadEarly();
  for (const begun of [bench, early]) begun.catch(() => {}); // the run awaits them later
  return { bench, early };
}
