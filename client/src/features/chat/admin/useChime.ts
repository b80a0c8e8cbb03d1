import { useState } from 'react';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';

const key = 'landfall-chat-sound';
/** Two short notes, the second a fifth higher. */
const notes = [
  { hertz: 660, at: 0 },
  { hertz: 990, at: 0.12 },
];
const seconds = 0.1;
const loudness = 0.08;

/** The sound of a customer's message; an agent in a shared room can switch it off for good. */
export function useChime() {
  const [isOn, setIsOn] = useState(() => readStored(key) !== 'off');
  return {
    isOn,
    toggle: () => {
      const next = !isOn;
      setIsOn(next);
      writeStored(key, next ? 'on' : 'off');
      if (next) play();
    },
    ring: () => {
      if (isOn) play();
    },
  };
}

function play(): void {
  const audio = new AudioContext();
  for (const { hertz, at } of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = loudness;
    tone.frequency.value = hertz;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + seconds);
  }
  setTimeout(() => void audio.close(), 1_000);
}
