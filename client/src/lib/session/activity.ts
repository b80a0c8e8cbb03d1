import { minuteMs } from '#shared/reference/units-of-time.ts';

/** Time after the last input in which a request still counts as the user's own activity, in ms. */
const activeMs = minuteMs;
const inputEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'];

/**
 * Watches a window for input; the returned function is true within a minute after the last input. Opening it counts as
 * input.
 */
export function watchActivity(target: EventTarget, now: () => number): () => boolean {
  let lastInputAt = now();
  const note = () => {
    lastInputAt = now();
  };
  for (const event of inputEvents) target.addEventListener(event, note, { capture: true, passive: true });
  return () => now() - lastInputAt < activeMs;
}

let isActive: (() => boolean) | undefined;

/** True if the user is active in this tab: requests of an inactive one do not extend an idle session. */
export function isUserActive(): boolean {
  isActive ??= watchActivity(window, () => performance.now());
  return isActive();
}
