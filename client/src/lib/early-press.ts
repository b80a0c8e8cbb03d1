declare global {
  /** The button that public/before-paint.js saw pressed last, while the page was only drawn. */
  var earlyPress: HTMLButtonElement | undefined;
}

/** Presses the button that was pressed before the page had come alive; once, and only if it is still there. */
export function pressAgain(): void {
  const button = globalThis.earlyPress;
  globalThis.earlyPress = undefined;
  if (button?.isConnected) button.click();
}
