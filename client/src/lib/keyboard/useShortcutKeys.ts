import { useEffect, useRef, useState, type RefObject } from 'react';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';

const storageKey = 'landfall-admin-shortcuts';

/** The switch of single-key shortcuts; stored in this browser. */
export function useShortcutSwitch(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(() => readStored(storageKey) !== 'off');
  const toggle = () => {
    writeStored(storageKey, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return { isOn, toggle };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [role=menu]') !== null;
}

/** A letter that follows another one within this time is part of a word being typed. */
const wordMs = 200;
let lastKey = { key: '', at: -Infinity, isInWord: false };

/**
 * True for a key that belongs to a word typed outside of any field, such as one typed before its field was rendered. A
 * key that is held down or pressed twice is no word. Several handlers may ask about one event.
 */
function isInWord({ key, timeStamp }: KeyboardEvent): boolean {
  if (key === lastKey.key && timeStamp === lastKey.at) return lastKey.isInWord;
  const isQuick = timeStamp - lastKey.at < wordMs;
  lastKey = { key, at: timeStamp, isInWord: isQuick && (lastKey.isInWord || key !== lastKey.key) };
  return lastKey.isInWord;
}

/** Single keys inside `place`, or anywhere for 'screen', but not while typing; switchable as WCAG 2.1.4 asks. */
export function useShortcutKeys(
  place: RefObject<HTMLElement | null> | 'screen',
  keys: Readonly<Record<string, () => void>>,
  isOn: boolean,
): void {
  const latestKeys = useRef(keys);
  useEffect(() => {
    latestKeys.current = keys;
  });
  useEffect(() => {
    const element = place === 'screen' ? document.body : place.current;
    if (!element || !isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^[\p{L} ]$/u.test(event.key) && isInWord(event)) return event.preventDefault();
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const handler = (event.shiftKey && latestKeys.current[`shift ${name}`]) || latestKeys.current[name];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [place, isOn]);
}
