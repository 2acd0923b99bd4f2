/**
 * Node's test runner finds the test that something belongs to by a hook on every promise of the process, its collection included.
 * That takes a third of the time of tests that start no program. This finds it by an AsyncLocalStorage, which costs nothing per
 * promise. It works when it is called before `node:test` is loaded for the first time; a node that is built in another way is slower,
 * not wrong.
 */

import hooks, { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from "node:async_hooks";
import type { test } from "node:test";

/** Loads `node:test` over the storage. */
export async function loadTestRunner(): Promise<typeof test> {
  const current = new AsyncLocalStorage<number>();

  /** A test is one: what runs in its scope has its id, which the runner looks the test up by. */
  class Resource extends AsyncResource {
    override runInAsyncScope<This, Result>(
      fn: (this: This, ...args: never[]) => Result,
      thisArg?: This,
      ...args: never[]
    ): Result {
      const within = (): Result => current.run(this.asyncId(), () => fn.apply(thisArg as This, args));
      return super.runInAsyncScope(within);
    }
  }

  const own = { AsyncResource, createHook, executionAsyncId };
  Object.assign(hooks, {
    AsyncResource: Resource,
    createHook: (callbacks: Parameters<typeof createHook>[0]) => createHook({ ...callbacks, trackPromises: false }),
    executionAsyncId: () => current.getStore() ?? executionAsyncId(),
  });
  try {
    return (await import("node:test")).test;
  } finally {
    Object.assign(hooks, own);
  }
}
