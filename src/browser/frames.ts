/** The lines that the controller and the browser program exchange: one request at a time, and its answer with the same id. */

import type { BrowserAct, BrowserView } from "../protocol/tools/browser.ts";

export interface BrowserRequest extends BrowserAct {
  readonly id: number;
  /** The browser's program, in the cell. */
  readonly file: string;
}

export type BrowserReply =
  | { readonly id: number; readonly kind: "done"; readonly view: BrowserView }
  | { readonly id: number; readonly kind: "closed" }
  /** Nothing was done, and no browser is open. */
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };
