/** How long after the last input a request still counts as one of the person at the screen. */
const activeMs = 60_000;
const inputEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'];

/** Watches a window for input; answers whether somebody was at it within the last minute. Opening it counts. */
export function watchActivity(target: EventTarget, now: () => number): () => boolean {
  let lastInputAt = now();
  const note = () => {
    lastInputAt = now();
  };
  for (const event of inputEvents) target.addEventListener(event, note, { capture: true, passive: true });
  return () => now() - lastInputAt < activeMs;
}

let isActive: (() => boolean) | undefined;

/**
 * Whether somebody is at this tab. Requests of a tab that nobody is at (polls, answers to a socket's news) say so, and do
 * not keep an idle session alive.
 */
export function isUserActive(): boolean {
  isActive ??= watchActivity(window, () => performance.now());
  return isActive();
}
