/**
 * Settings of a program whose system clock is off by this many minutes, as if it was never set. Timers and
 * `performance.now()` are unaffected, as on such a machine.
 */
export function skewedClock(minutesAhead: number): { NODE_OPTIONS: string } {
  const preload = `(${skewDate.toString()})(${minutesAhead * 60_000})`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
}

/** Runs in the program before its first line, so it may use nothing of this file. */
function skewDate(aheadMs: number): void {
  const realNow = Date.now;
  Date.now = () => realNow() + aheadMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget) as Date,
    apply: (target) => new target(target.now()).toString(),
  });
}
