import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** Focuses the element that the address names, once it is on the screen, and each time a user opens that address. */
export function useArrivalFocus(selector: string | undefined): void {
  const { key } = useLocation();
  const focusedFor = useRef<string>(undefined);
  useEffect(() => {
    if (selector === undefined || focusedFor.current === key) return undefined;
    const isFocused = () => {
      const element = document.querySelector<HTMLElement>(selector);
      element?.scrollIntoView({ block: 'center' });
      element?.focus({ preventScroll: true });
      if (element) focusedFor.current = key;
      return element !== null;
    };
    if (isFocused()) return undefined;
    const watch = new MutationObserver(() => {
      if (isFocused()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [selector, key]);
}

/** Focuses the form field that the address names in `field`. */
export function useNamedField(): void {
  const [search] = useSearchParams();
  const field = search.get('field');
  useArrivalFocus(field === null ? undefined : `main [name="${CSS.escape(field)}"]`);
}
