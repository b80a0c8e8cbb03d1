import { useEffect, useState } from 'react';

/** Whether this tab is in sight: what a hidden one is told, nobody has read. */
export function useTabVisible(): boolean {
  const [isTabVisible, setIsTabVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const update = () => setIsTabVisible(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isTabVisible;
}
