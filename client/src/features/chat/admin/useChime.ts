import { useState } from 'react';
import { playChime } from '#client/lib/browser/chime.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';

const key = 'landfall-chat-sound';
/** The sound of a customer's message; an agent in a shared room can switch it off for good. */
export function useChime() {
  const [isOn, setIsOn] = useState(() => readStored(key) !== 'off');
  return {
    isOn,
    toggle: () => {
      const next = !isOn;
      setIsOn(next);
      writeStored(key, next ? 'on' : 'off');
      if (next) playChime();
    },
    ring: () => {
      if (isOn) playChime();
    },
  };
}
