/** Work that is done in the order in which it was asked for, one piece after the other. */

export type InTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Creates a queue. A piece that fails is told to its caller only, and the next one is still done. */
export function createInTurn(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => {});
    return result;
  };
}
