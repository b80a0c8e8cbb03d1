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
