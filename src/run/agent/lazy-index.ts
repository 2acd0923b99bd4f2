/** The index of the code for the tools of a run: its modules load at the first question. */

import type { IndexCell } from "../../index/client.ts";
import type { CodeIndex } from "../../protocol/tool.ts";

/** One for all agents of a run. */
export function createLazyIndex(cell: IndexCell): CodeIndex {
  let made: Promise<CodeIndex> | undefined;
  const index = (): Promise<CodeIndex> =>
    (made ??= import("../../index/client.ts").then(({ createCodeIndex }) => createCodeIndex(cell)));
  return {
    search: async (query, signal) => await (await index()).search(query, signal),
    definitions: async (paths, signal) => await (await index()).definitions(paths, signal),
  };
}
