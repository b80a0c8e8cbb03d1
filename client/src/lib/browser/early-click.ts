declare global {
  /** The last clicked button before hydration, as recorded by public/before-paint.js. */
  var earlyClick: HTMLButtonElement | undefined;
  /**
   * Elements outside of `main` are hydrated first, and then receive their events themselves: a replay would click
   * twice.
   */
  var isFrameHydrated: boolean | undefined;
  /** Set from the time at which React receives every event itself. */
  var isHydrated: boolean | undefined;
}

/** Replays an early click outside of `main`, once that part is hydrated. */
export function replayFrameClick(): void {
  globalThis.isFrameHydrated = true;
  if (!globalThis.earlyClick?.closest('main')) replay();
}

/** Replays an early click of the screen, once it is hydrated. */
export function replayEarlyClick(): void {
  globalThis.isHydrated = true;
  replay();
}

/**
 * Repeats once the click on the button that was clicked before hydration: React replays only events after
 * `hydrateRoot`.
 */
function replay(): void {
  const button = globalThis.earlyClick;
  globalThis.earlyClick = undefined;
  // The click waits for the next turn: React can hydrate the part with the button only after the effect has returned.
  setTimeout(() => button?.isConnected && button.click());
}
