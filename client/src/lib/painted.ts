import { useEffect, useState } from 'react';

/** Calls `work`, perhaps twice, once a picture is on the screen. Returns the way to call it off. */
function whenPainted(work: () => void): () => void {
  // A hidden tab draws no frames; the timer serves it.
  const timer = setTimeout(work, 300);
  const frame = requestAnimationFrame(() => requestAnimationFrame(work));
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** False until the first picture is on the screen: what is not in it is fetched afterwards. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => setPainted(true)), []);
  return painted;
}

/** When the browser has nothing more urgent to do, after `patienceMs` at the latest. */
export function idle(patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A browser that cannot say so is left in peace for a while.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, patienceMs / 4);
    else requestIdleCallback(() => resolve(), { timeout: patienceMs });
  });
}

/** When the first picture is on the screen and the browser is idle; at once on the server. */
const settled = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      whenPainted(() => void idle(2_000).then(resolve));
    });

/** A loader for `lazy` that lets the first picture come alive before: what the server drew stands there meanwhile. */
export function whenIdle<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    await settled;
    return load();
  };
}

// A screen reader may press without a pointer.
const signs = ['scroll', 'pointerdown', 'keydown', 'click'];
let resolveStirred: () => void = () => undefined;

/**
 * When the reader first scrolls, presses or types, or `stir` says that there is something to see: what nobody has looked
 * for yet is fetched then. At once on the server.
 */
export const stirred = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      resolveStirred = resolve;
      for (const sign of signs) addEventListener(sign, stir, { once: true, capture: true, passive: true });
    });

/** Says that what waits for the reader is wanted now. */
export function stir(): void {
  resolveStirred();
}
