declare global {
  /** The button that public/before-paint.js saw pressed last, while the page was only drawn. */
  var earlyClick: HTMLButtonElement | undefined;
}

/**
 * Says that a part of the page has come alive: it sleeps no more, and the button that was pressed before is pressed, once,
 * and only if it is still there. What still sleeps is left to the part it stands in.
 */
export function markHydrated(element: Element | null | undefined): void {
  element?.removeAttribute('data-unhydrated');
  const button = globalThis.earlyClick;
  if (button?.closest('[data-unhydrated]')) return;
  globalThis.earlyClick = undefined;
  if (button?.isConnected) button.click();
}
