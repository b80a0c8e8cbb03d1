declare global {
  /** The button that public/before-paint.js saw pressed last, while the page was only drawn. */
  var earlyPress: HTMLButtonElement | undefined;
}

/**
 * Presses the button that was pressed before it had come alive; once, and only if it is still there. What still sleeps is
 * left to the part it stands in.
 */
export function pressAgain(): void {
  const button = globalThis.earlyPress;
  if (button?.closest('[data-asleep]')) return;
  globalThis.earlyPress = undefined;
  if (button?.isConnected) button.click();
}
