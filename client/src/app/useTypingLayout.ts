import { useEffect } from 'react';

const keyboardHeightPx = 500;

function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return (
    element instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'file', 'range'].includes(element.type)
  );
}

/** Marks <html> with `typing` while a field is focused in a window under 500 px high: bars at the bottom then make room. */
export function useTypingLayout(): void {
  useEffect(() => {
    const update = () => {
      const typing = window.innerHeight < keyboardHeightPx && isTextField(document.activeElement);
      document.documentElement.classList.toggle('typing', typing);
    };
    // The keyboard that comes up takes the lower half of the window, and often the field with it.
    const revealField = () => {
      update();
      if (document.documentElement.classList.contains('typing')) {
        document.activeElement?.scrollIntoView({ block: 'nearest' });
      }
    };
    // After focusout the next field is focused only in the following turn.
    const updateSoon = () => queueMicrotask(update);
    window.addEventListener('resize', revealField);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', updateSoon);
    return () => {
      window.removeEventListener('resize', revealField);
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', updateSoon);
    };
  }, []);
}
