import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Ctrl Enter, on a Mac also with the command key, from any field inside `place`: the innermost place takes it. */
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
