import { useEffect, useState } from 'react';

/** Calls `work`, perhaps twice, once a picture is on the screen. Returns the way to call it off. */
function afterFirstPaint(callback: () => void): () => void {
  // A hidden tab draws no frames; the timer serves it.
  const timer = setTimeout(callback, 300);
  const frame = requestAnimationFrame(() => requestAnimationFrame(callback));
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** False until the first picture is on the screen: what is not in it is fetched afterwards. */
export function useFirstPaint(): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => afterFirstPaint(() => setHasPainted(true)), []);
  return hasPainted;
}

/** When the browser has nothing more urgent to do, after `patienceMs` at the latest. */
export function idle(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A browser that cannot say so is left in peace for a while.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, timeoutMs / 4);
    else requestIdleCallback(() => resolve(), { timeout: timeoutMs });
  });
}

/** When the first picture is on the screen and the browser is idle; at once on the server. */
const firstPaintIdle = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      afterFirstPaint(() => void idle(2_000).then(resolve));
    });

/** A loader for `lazy` that lets the first picture come alive before: what the server drew stands there meanwhile. */
export function loadWhenIdle<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    await firstPaintIdle;
    return load();
  };
}

// A screen reader may press without a pointer.
const interactionEvents = ['scroll', 'pointerdown', 'keydown', 'click'];
let resolveInteraction: () => void = () => undefined;

/**
 * When the reader first scrolls, presses or types, or `stir` says that there is something to see: what nobody has looked
 * for yet is fetched then. At once on the server.
 */
export const firstInteraction = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      resolveInteraction = resolve;
      for (const eventName of interactionEvents)
        addEventListener(eventName, triggerHydration, { once: true, capture: true, passive: true });
    });

/** Says that what waits for the reader is wanted now. */
export function triggerHydration(): void {
  resolveInteraction();
}
