/** Watches an element that may be removed while focused: the focus then moves to what `nextFocusOf` finds, not to the body. */
export function movesFocus(nextFocusOf: (removed: HTMLElement) => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (element?.contains(document.activeElement)) nextFocusOf(element)?.focus();
  };
}

/** For controls in or beside a conversation: its lines show the result of a click. */
export const movesFocusToLog = movesFocus((removed) =>
  removed.closest('section, dialog')?.querySelector<HTMLElement>('[role="log"]'),
);

/** For what floats above the page: the help button that is in sight, which gets the focus back when a window opened from there closes. */
export const movesFocusToDock = movesFocus(() =>
  [...document.querySelectorAll<HTMLElement>('[data-help]')].find((control) => control.getClientRects().length > 0),
);
