import { useEffect, useState } from 'react';

/** False until the first picture is on the screen: what is not in it is fetched afterwards. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A hidden tab draws no frames; the timer serves it.
    const timer = setTimeout(() => setPainted(true), 300);
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setPainted(true)));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return painted;
}

const patienceMs = 2_000;

/** When the browser has nothing more urgent to do, and at once on the server. */
const idle = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      const rest = () =>
        'requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: patienceMs }) : resolve();
      // A hidden tab draws no frames; the timer serves it.
      setTimeout(rest, 300);
      requestAnimationFrame(() => requestAnimationFrame(rest));
    });

/** A loader for `lazy` that lets the first picture come alive before: what the server drew stands there meanwhile. */
export function whenIdle<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    await idle;
    return load();
  };
}

const signs = ['scroll', 'pointerdown', 'keydown'];

/** When the reader first scrolls, presses or types: what nobody has looked for yet is fetched then. At once on the server. */
export const stirred = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      for (const sign of signs) addEventListener(sign, () => resolve(), { once: true, capture: true, passive: true });
    });
