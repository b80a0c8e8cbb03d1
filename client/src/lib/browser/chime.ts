/** Two short notes, the second a fifth higher. */
const notes = [
  { hertz: 660, at: 0 },
  { hertz: 990, at: 0.12 },
];
const seconds = 0.1;
const loudness = 0.08;

/** Plays the sound that announces something new. */
export function playChime(): void {
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
