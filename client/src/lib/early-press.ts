declare global {
  /** The button that public/before-paint.js saw pressed last, while the page was only drawn. */
  var earlyPress: HTMLButtonElement | undefined;
}

/**
 * Says that a part of the page has come alive: it sleeps no more, and the button that was pressed before is pressed, once,
 * and only if it is still there. What still sleeps is left to the part it stands in.
 */
export function wake(place: Element | null | undefined): void {
  place?.removeAttribute('data-asleep');
  const button = globalThis.earlyPress;
  if (button?.closest('[data-asleep]')) return;
  globalThis.earlyPress = undefined;
  if (button?.isConnected) button.click();
}
