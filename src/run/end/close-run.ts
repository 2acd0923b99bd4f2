/** The end of what a run opened, whatever became of the run. */

import type { RunSpending } from "../../spending/run-spending.ts";
import type { RunServers } from "../open/mcp.ts";
import type { Workbench } from "../open/workbench.ts";

interface Opened {
  readonly bench: Workbench;
  readonly servers: RunServers | undefined;
  readonly spending: RunSpending | undefined;
}

export async function closeRun({ bench, servers, spending }: Opened): Promise<void> {
  try {
    await servers?.close();
    await spending?.settle();
  } finally {
    await bench.close(); // whatever else fails: a process with an open cell does not end
  }
}
