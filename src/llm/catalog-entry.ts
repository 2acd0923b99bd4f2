/** Shape of the generated catalog: short rows, so that a new one is one line in a diff. */

import type { ThinkingControl } from "./thinking.ts";

export type PriceEntry = readonly [input: number, cacheRead: number, cacheWrite: number, output: number];

/** A row of the generated file, which says what each place means. */
export type CatalogEntry = readonly [
  name: string,
  window: number,
  maxOutput: number,
  input: "text" | "image",
  price: PriceEntry,
  form: ThinkingControl["form"] | "none",
  levels: string,
  more?: {
    readonly over?: readonly [tokens: number, ...PriceEntry];
    readonly off?: "disabled";
    readonly ends?: string;
  },
];
