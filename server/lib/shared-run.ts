/**
 * Lets overlapping callers share one piece of work. A caller that comes while it runs shares the next run, which begins
 * afterwards: no caller gets data that was read before it asked. A failure rejects for every caller of the run.
 */
export function createSharedRun<Result>(): (work: () => Promise<Result>) => Promise<Result> {
  let current: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const run = (work: () => Promise<Result>): Promise<Result> => {
    const running = work();
    const ended = running.then(clear, clear);
    current = ended;
    function clear() {
      if (current === ended) current = undefined;
    }
    return running;
  };
  return (work) => {
    if (!current) return run(work);
    next ??= current.then(() => {
      next = undefined;
      return run(work);
    });
    return next;
  };
}
