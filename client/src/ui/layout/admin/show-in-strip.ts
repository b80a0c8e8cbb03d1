import type { FocusEvent } from 'react';

const scrollsSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto';

/**
 * Scrolls a strip to the control that the keyboard has reached: a browser leaves one where it is of which only an edge
 * is in view.
 */
export function showInStrip({ target }: FocusEvent): void {
  if (!target.matches(':focus-visible')) return;
  for (let around = target.parentElement; around; around = around.parentElement) {
    if (scrollsSideways(around)) return target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
