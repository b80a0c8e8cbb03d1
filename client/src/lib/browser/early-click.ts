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
  if (button?.isConnected) button.click();
}
