import { useEffect, useSyncExternalStore } from 'react';
import { writeStored } from '../storage/local-storage.ts';

export type Theme = 'dark' | 'light';

const themeKey = 'landfall-ui-theme';
const paper = { dark: '#0a110f', light: '#f7f6ef' };
const changes = new EventTarget();

function apply(theme: Theme): void {
  document.documentElement.classList.remove('dark', 'light');
  document.documentElement.classList.add(theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper[theme]);
  changes.dispatchEvent(new Event('change'));
}

const currentTheme = (): Theme => (document.documentElement.classList.contains('light') ? 'light' : 'dark');

/** Switches the theme and stores it for the next visit. */
export function setTheme(theme: Theme): void {
  writeStored(themeKey, theme);
  apply(theme);
}

function watch(callback: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === themeKey) apply(newValue === 'light' ? 'light' : 'dark');
  };
  changes.addEventListener('change', callback);
  window.addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', callback);
    window.removeEventListener('storage', onStorage);
  };
}

/** The theme on screen; it was set before the first paint by public/before-paint.js. */
export const useTheme = (): Theme => useSyncExternalStore(watch, currentTheme, () => 'dark');

/** Follows a choice made in another tab, also on screens without a switch. The shell mounts it once. */
export function useThemeSync(): void {
  useEffect(() => watch(() => undefined), []);
}
