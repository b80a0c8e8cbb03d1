import { useEffect, useState } from 'react';

/** True if this tab is visible: messages in a hidden tab count as unread. */
export function useTabVisible(): boolean {
  const [isTabVisible, setIsTabVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const update = () => setIsTabVisible(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isTabVisible;
}
