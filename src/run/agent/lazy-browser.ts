/** The browser for the tools of an agent: its modules load with the first action. */

import type { BrowserCell } from "../../browser/client.ts";
import type { Browser } from "../../protocol/tools/browser.ts";

/** None without a program for it. */
export function createLazyBrowser(cell: BrowserCell, file: string | undefined): Browser | undefined {
  if (file === undefined) return undefined;
  let made: Browser | undefined;
  return {
    launched: () => made?.launched(),
    act: async (act, signal) => {
      const { createBrowser } = await import("../../browser/client.ts");
      made ??= createBrowser(cell, { file });
      return await made.act(act, signal);
    },
  };
}
