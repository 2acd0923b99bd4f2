/** `switch_mode`: from the next call on, another mode with its own role and tools. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { defineTool } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";

export interface SwitchableMode {
  readonly name: string;
  /** What the model is told when it enters the mode. */
  readonly role: string;
}

export interface Modes {
  readonly current: () => string;
  readonly all: readonly SwitchableMode[];
}

export const switchModeTool = defineTool({
  name: "switch_mode",
  offeredTo: ["every mode"],
  isMainOnly: true,
  isSwitch: true,
  needs: [],
  description: "Continue in another mode:",
  input: z.strictObject({
    mode: z.string().check(z.describe("one of the modes")),
    reason: z.string().check(z.describe("one sentence, for people")),
  }),
  make: ({ modes: { current, all } }: { readonly modes: Modes }) => ({
    details: `${all.map(({ name }) => name).join(", ")}.`,
    plan: ({ mode, reason }) => {
      const wanted = all.find(({ name }) => name === mode);
      const from = current();
      const others = all.map(({ name }) => name).filter((name) => name !== from);
      if (wanted === undefined) throw inputMistake(`switch_mode: there is no mode ${mode}.`, others);
      if (mode === from) throw inputMistake(`switch_mode: this is ${mode} already.`, others);
      return {
        access: "write", // runs alone; the engine runs no later call of the same message
        summary: `mode ${from} → ${mode}: ${oneLine(reason, 80)}`,
        run: async () => ({
          text: inMode(wanted),
          events: [{ type: "mode.switch", from, to: mode, reason }],
        }),
      };
    },
  }),
});

/** The sentence that tells the model its mode. */
export function inMode({ name, role }: SwitchableMode): string {
  return `You are in ${name} mode now. ${role}`.trim();
}
