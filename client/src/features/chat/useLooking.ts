import { useEffect, useState } from 'react';

/** Whether this tab is in sight: what a hidden one is told, nobody has read. */
export function useLooking(): boolean {
  const [isLooking, setIsLooking] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setIsLooking(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isLooking;
}
