/** Watches something that may vanish while it holds the focus; what `heirOf` finds then takes it, not the top of the page. */
function handsOn(heirOf: (leaving: HTMLElement) => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (element?.contains(document.activeElement)) heirOf(element)?.focus();
  };
}

/** For what stands in or beside a conversation: its lines say what came of a press. */
export const handsFocusToLog = handsOn((leaving) =>
  leaving.closest('section, dialog')?.querySelector<HTMLElement>('[role="log"]'),
);

/** For one of a list: the next one, or the one before, or the search above the list when it was the last. */
export const handsFocusToNext = handsOn((leaving) => {
  const beside = leaving.nextElementSibling ?? leaving.previousElementSibling;
  const lists = leaving.closest('section')?.parentElement?.closest('section');
  return beside?.querySelector<HTMLElement>('button') ?? lists?.querySelector<HTMLElement>('[type="search"]');
});

/** For what floats above the page: the way to help that is in sight, which a window opened from there returns to. */
export const handsFocusToDock = handsOn(() =>
  [...document.querySelectorAll<HTMLElement>('[data-help]')].find((way) => way.getClientRects().length > 0),
);
