import { useEffect, useState } from 'react';

/** False until the first paint: what the server does not render is fetched afterwards. */
export function useFirstPaint(): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => {
    // A hidden tab paints no frames; the timer serves it.
    const timer = setTimeout(() => setHasPainted(true), 300);
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setHasPainted(true)));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return hasPainted;
}
