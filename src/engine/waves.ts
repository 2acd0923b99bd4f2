/** The scheduler of a batch: neighbouring reads run together, other calls alone, in call order. */

import type { ToolAccess } from "../protocol/tool.ts";

/** Splits calls into waves; calls of one wave may run at the same time. Order over all waves equals call order. */
export function waves<T extends { readonly access: ToolAccess }>(calls: readonly T[]): T[][] {
  const result: T[][] = [];
  for (const call of calls) {
    const last = result.at(-1);
    if (call.access === "read" && last?.[0]?.access === "read") last.push(call);
    else result.push([call]);
  }
  return result;
}
