/**
 * Waits for processes whose parents have ended. As the first process of its namespace the worker becomes their parent, and without
 * it they would stay as zombies until the cell closes: a script that waits for the end of a daemon would wait for ever.
 */

type Wait = (pid: number) => void;

/**
 * Returns a function that takes the processes that have ended and waits for those that it has seen before: node waits for its own
 * children as soon as it has read the signal of their end, so that one of those is never seen twice. `addon` is the path of the
 * function that waits; without it, another process is their parent.
 */
export function createReaper(addon: string | undefined): (ended: readonly number[]) => void {
  if (addon === undefined) return () => {};
  let wait: Wait | undefined;
  let seen: ReadonlySet<number> = new Set();
  return (ended) => {
    for (const pid of ended.filter((one) => seen.has(one))) {
      wait ??= load(addon);
      wait(pid);
    }
    // Only after node has read its signals once more.
    setImmediate(() => (seen = new Set(ended))).unref();
  };
}

function load(addon: string): Wait {
  const module = { exports: {} };
  process.dlopen(module, addon);
  return module.exports as Wait;
}
