/** Watches an element that may be removed while focused: the focus then moves to what `heirOf` finds, not to the body. */
export function movesFocus(nextFocusOf: (leaving: HTMLElement) => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (element?.contains(document.activeElement)) nextFocusOf(element)?.focus();
  };
}

/** For controls in or beside a conversation: its lines show the result of a click. */
export const movesFocusToLog = movesFocus((leaving) =>
  leaving.closest('section, dialog')?.querySelector<HTMLElement>('[role="log"]'),
);

/** For what floats above the page: the way to help that is in sight, which a window opened from there returns to. */
export const movesFocusToDock = movesFocus(() =>
  [...document.querySelectorAll<HTMLElement>('[data-help]')].find((way) => way.getClientRects().length > 0),
);
