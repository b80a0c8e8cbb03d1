/**
 * Watches an element that may be removed while focused: the focus then moves to
 * what `nextFocusOf` finds, not to the body.
 */
export function movesFocus(nextFocusOf: (removed: HTMLElement) => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (element?.contains(document.activeElement)) nextFocusOf(element)?.focus();
  };
}

/** Moves the focus to the log, for controls in or next to a conversation: its lines show the result of a click. */
export const movesFocusToLog = movesFocus((removedElement) =>
  removedElement.closest('section, dialog')?.querySelector<HTMLElement>('[role="log"]'),
);

/** Moves the focus to the help button that is in sight, when a window that was opened from it closes. */
export const movesFocusToDock = movesFocus(() =>
  [...document.querySelectorAll<HTMLElement>('[data-help]')].find((control) => control.getClientRects().length > 0),
);
