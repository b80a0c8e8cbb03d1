import { useState } from 'react';
import { readStored, writeStored } from '../storage/local-storage.ts';

export type Density = 'roomy' | 'compact';

const key = 'landfall-admin-density';

const storedDensity = (): Density => (readStored(key) === 'compact' ? 'compact' : 'roomy');

/** Applies the stored density to admin tables; called when the admin app starts. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = storedDensity();
}

/** Row density of the admin tables, stored in this browser. */
export function useDensity(): { density: Density; setDensity: (density: Density) => void } {
  const [density, setState] = useState(storedDensity);
  const setDensity = (next: Density) => {
    writeStored(key, next);
    setState(next);
    applyDensity();
  };
  return { density, setDensity };
}
