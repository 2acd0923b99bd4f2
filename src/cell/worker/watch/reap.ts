/**
 * Waits for processes whose parents have ended. As the first process of its namespace the worker becomes their parent. Without the
 * wait they would stay as zombies until the cell closes, and a script that waits for the end of a daemon would wait for ever.
 */

type Wait = (pid: number) => void;

/**
 * Returns a function that takes the zombies and waits for those that it was given before. Node waits for its own children as soon as
 * it has read the signal of their end, so none of those is given twice. `addon` is the path of the addon that waits; without one,
 * another process is the parent of such processes.
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
    // They count as seen only after node has read its signals once more.
    setImmediate(() => (seen = new Set(ended))).unref();
  };
}

function load(addon: string): Wait {
  const module = { exports: {} };
  process.dlopen(module, addon);
  return module.exports as Wait;
}
