/** `kimi-runner models`: prints the catalog of models with known window and price, and what each can do. It sends no request. */

import { systemClock } from "../base/clock.ts";
import { CATALOG_DAY } from "../llm/catalog/catalog.ts";
import { abilitiesOfKnown } from "../llm/features.ts";
import { ageNote, hasEnded, KNOWN_MODELS, type KnownModel } from "../llm/catalog/known-models.ts";
import type { Price } from "../protocol/model.ts";
import type { Subcommand } from "./options/args.ts";
import { tableOf } from "./table.ts";

const COLUMNS = ["model", "window", "answer", "in/cached/written/out", "reads", "thinking", "notes"];

export const modelsCommand: Subcommand = {
  usage: "models",
  summary: "list the models whose window and price are known; the policy can set them for any other",
  options: {},
  run: async (_args, world) => {
    world.out(`Windows and answers in tokens, prices in US dollars per million tokens, as of ${CATALOG_DAY}.\n`);
    const note = ageNote(systemClock.now());
    world.out(note === undefined ? "\n" : `${note}\n\n`);
    world.out(tableOf([COLUMNS, ...KNOWN_MODELS.map(cellsOf)]));
    return 0;
  },
};

function cellsOf(known: KnownModel): readonly string[] {
  const { features } = abilitiesOfKnown(known);
  const { name, window, promptLimit, maxOutput, sees, price, longPrompt, thinking, ends } = known;
  const notes = [
    ...(longPrompt === undefined ? [] : [`prompts over ${tokens(longPrompt.over)}: ${usd(longPrompt.price)}`]),
    ...(promptLimit === undefined ? [] : [`prompts to ${tokens(promptLimit)}`]),
    ...(features.has("always_thinking") ? ["always thinks"] : []),
    ...(ends === undefined ? [] : [`${hasEnded(known, systemClock.now()) ? "ended" : "ends"} ${ends}`]),
  ];
  return [
    name,
    tokens(window),
    tokens(maxOutput),
    usd(price),
    sees ? "text, images" : "text",
    thinking?.levels.join(" ") ?? "none",
    notes.join("; "),
  ];
}

function tokens(count: number): string {
  return `${Math.round(count / 1000)}k`;
}

function usd({ input, cacheRead, cacheWrite, output }: Price): string {
  return `$${input}/${cacheRead}/${cacheWrite}/${output}`;
}
