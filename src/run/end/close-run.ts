/** The end of what a run opened, whatever became of the run. */

import type { Purse } from "../../spending/run-spending.ts";
import type { RunServers } from "../open/mcp.ts";
import type { Workbench } from "../open/workbench.ts";

interface Opened {
  readonly bench: Workbench;
  readonly servers: RunServers | undefined;
  readonly purse: Purse | undefined;
}

export async function closeRun({ bench, servers, purse }: Opened): Promise<void> {
  try {
    await servers?.close();
    await purse?.settle();
  } finally {
    await bench.close(); // whatever else fails: a process with an open cell does not end
  }
}
