/** True for an element that is visible: on a phone an open row hides its list with all buttons. */
export const isInView = (element: Element): boolean => element.checkVisibility();

/**
 * Presses the button with this id for its shortcut key; does nothing if it is hidden, since its dialog would be hidden
 * too.
 */
export function pressButton(id: string): void {
  const button = document.getElementById(id);
  if (button && isInView(button)) button.click();
}
