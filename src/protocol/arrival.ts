/** A message from outside the loop, which the model reads before its next step. */

export type Arrival =
  /** Words of the process that drives the run. */
  | { readonly kind: "steer"; readonly text: string }
  /** The end of background work, such as a command. */
  | { readonly kind: "notice"; readonly text: string };
