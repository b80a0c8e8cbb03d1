import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Submits by Ctrl Enter (on a Mac also by Command Enter) from any field inside `place`; of nested places the innermost
 * submits.
 */
export function useSubmitKey<Place extends HTMLElement>(
  place: RefObject<Place | null>,
  send: (place: Place) => void,
): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
    event.preventDefault();
    if (place.current) send(place.current);
  });
  useEffect(() => {
    const element = place.current;
    element?.addEventListener('keydown', onPress);
    return () => element?.removeEventListener('keydown', onPress);
  }, [place]);
}
