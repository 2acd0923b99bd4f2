/** What is told to the model between its steps, by somebody else than the loop. */

export type Arrival =
  /** Words of a driving process. */
  | { readonly kind: "steer"; readonly text: string }
  /** Something ended, such as a background command. */
  | { readonly kind: "notice"; readonly text: string };
