export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one piece of work after the other, in the order they came; a failure rejects for its own caller only. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
