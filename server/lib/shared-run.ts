/**
 * Lets overlapping callers share one piece of work. A caller that comes while it runs shares the next run, which begins
 * afterwards: no caller gets data that was read before it asked. A failure rejects for every caller of the run.
 */
export function createSharedRun<Result>(): (work: () => Promise<Result>) => Promise<Result> {
  let currentRun: Promise<unknown> | undefined;
  let nextRun: Promise<Result> | undefined;
  const run = (work: () => Promise<Result>): Promise<Result> => {
    const result = work();
    const endedRun = result.then(clear, clear);
    currentRun = endedRun;
    function clear() {
      if (currentRun === endedRun) currentRun = undefined;
    }
    return result;
  };
  return (work) => {
    if (!currentRun) return run(work);
    nextRun ??= currentRun.then(() => {
      nextRun = undefined;
      return run(work);
    });
    return nextRun;
  };
}
