import { useState } from 'react';
import { readStored, writeStored } from '../storage/local-storage.ts';

export type Density = 'roomy' | 'compact';

const key = 'landfall-admin-density';

function storedDensity(): Density {
  return readStored(key) === 'compact' ? 'compact' : 'roomy';
}

/** Draws the desk's tables as this browser was told; called where the desk begins. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = storedDensity();
}

/** How close the rows of the desk's tables stand, kept in this browser. */
export function useDensity(): { density: Density; setDensity: (density: Density) => void } {
  const [density, setState] = useState(storedDensity);
  const setDensity = (next: Density) => {
    writeStored(key, next);
    setState(next);
    applyDensity();
  };
  return { density, setDensity };
}
