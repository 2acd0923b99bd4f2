/** A queue: runs pieces of work one after the other, in the order in which they were added. */

export type InTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Creates a queue. A failure rejects only its own promise; the work behind it still runs. */
export function createInTurn(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => {});
    return result;
  };
}
