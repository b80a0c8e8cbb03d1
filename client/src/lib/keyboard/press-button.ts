/** True of an element that stands in view: on a phone an open row hides its list, with the buttons of that. */
export const isInView = (element: Element): boolean => element.checkVisibility();

/** Presses the button with this id for its key; nothing where it is hidden: its dialog would be hidden too. */
export function pressButton(id: string): void {
  const button = document.getElementById(id);
  if (button && isInView(button)) button.click();
}
