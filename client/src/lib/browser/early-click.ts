declare global {
  /** The button that public/before-paint.js saw clicked last, before it was hydrated. */
  var earlyClick: HTMLButtonElement | undefined;
  /** Elements outside of `main` are hydrated first, and then receive their events themselves: a replay would click twice. */
  var isFrameHydrated: boolean | undefined;
  /** Set from the time at which React receives every event itself. */
  var isHydrated: boolean | undefined;
}

/** Replays an early click outside of `main`, which is hydrated now. */
export function replayFrameClick(): void {
  globalThis.isFrameHydrated = true;
  if (!globalThis.earlyClick?.closest('main')) replay();
}

/** Replays an early click of the screen, which is hydrated now. */
export function replayEarlyClick(): void {
  globalThis.isHydrated = true;
  replay();
}

/** Clicks the button again that was clicked before hydration, once: React replays only events after `hydrateRoot`. */
function replay(): void {
  const button = globalThis.earlyClick;
  globalThis.earlyClick = undefined;
  // Not from within an effect: React can hydrate the part that holds the button only once it has returned.
  setTimeout(() => button?.isConnected && button.click());
}
