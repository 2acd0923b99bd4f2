/** What a subcommand of the CLI is. */

import type { World } from "../run/open/request.ts";
import type { Args, Options } from "./args.ts";

export interface Subcommand {
  /** What follows `kimi-runner`, e.g. `view <bundle>`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Options;
  /** How many arguments it takes besides its options; none when left out. */
  readonly maxArguments?: number;
  /** Returns the exit code. Throws `RunnerError` for bad input. */
  readonly run: (args: Args, world: World) => Promise<number>;
}
