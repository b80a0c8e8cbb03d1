/** When the browser has nothing more urgent to do, after `timeoutMs` at the latest. */
export function idle(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A browser without requestIdleCallback is left alone for a while.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, timeoutMs / 4);
    else requestIdleCallback(() => resolve(), { timeout: timeoutMs });
  });
}
