import { useEffect, useState } from 'react';

/**
 * The time of this device in ms, told again every `everyMs` for as long as `running`, and at once when a sleeping tab
 * wakes. For countdowns on a screen; what is true after all the server decides.
 */
export function useNow(running: boolean, everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const tell = () => setNow(Date.now());
    const first = setTimeout(tell);
    const timer = setInterval(tell, everyMs);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [running, everyMs]);
  return now;
}

/** The value once it has stood still for `ms`: for calls that follow typing. */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
