declare global {
  /** The button that public/before-paint.js saw clicked last, before the page was hydrated. */
  var earlyClick: HTMLButtonElement | undefined;
  /** From when on React receives every event itself. */
  var isHydrated: boolean | undefined;
}

/** Clicks the button again that was clicked before hydration, once: React replays only what happens after `hydrateRoot`. */
export function replayEarlyClick(): void {
  globalThis.isHydrated = true;
  const button = globalThis.earlyClick;
  globalThis.earlyClick = undefined;
  // Not from within an effect: React can hydrate the part that holds the button only once it has returned.
  setTimeout(() => button?.isConnected && button.click());
}
