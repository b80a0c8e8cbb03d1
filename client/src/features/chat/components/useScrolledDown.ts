import { useEffect, useState } from 'react';

/** Less is not a deliberate scroll. */
const minPx = 12;

/** Whether the user is reading on: true after scrolling down, false after scrolling up or at the top. */
export function useScrolledDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let before = window.scrollY;
    const scroll = () => {
      const { scrollY } = window;
      if (scrollY > minPx && Math.abs(scrollY - before) < minPx) return;
      setIsDown(scrollY > minPx && scrollY > before);
      before = scrollY;
    };
    window.addEventListener('scroll', scroll, { passive: true });
    return () => window.removeEventListener('scroll', scroll);
  }, []);
  return isDown;
}
