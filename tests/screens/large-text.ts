// Measures the effect of large letters on a page: words that break inside, and bars that leave no space between them.
import type { Page } from 'playwright';

/** Words and sums that are not on one line; addresses and user texts may break anywhere. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope =
      [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main') ?? document.body;
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const faults = new Set<string>();
    // Text for screen readers alone is clipped to nothing.
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    const isFree = (element: Element) =>
      element.closest('svg, select, script, style, .font-mono, [dir=auto]') !== null || isClipped(element);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const { parentElement, textContent } = currentNode;
      if (!parentElement?.checkVisibility() || isFree(parentElement)) continue;
      for (const { 0: word, index } of (textContent ?? '').matchAll(/[^\s\u200b/–—-]+/g)) {
        const range = document.createRange();
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1) faults.add(`“${word}” breaks inside: ${parentElement.outerHTML.slice(0, 120)}`);
      }
    }
    return [...faults];
  });
}

/** The height of the window that is left between the fixed parts at its top and foot. */
export async function coveredRest(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = Math.min(360, innerHeight / 2);
    const columns = [innerWidth / 4, innerWidth / 2, (innerWidth * 3) / 4];
    const stays = (element: Element | null): Element | undefined => {
      for (let at = element; at; at = at.parentElement) {
        const { position } = getComputedStyle(at);
        const isHead =
          at.matches('dialog > :not([data-body])') && at.parentElement?.hasAttribute('data-whole') === false;
        if (position === 'fixed' && at.localName !== 'dialog') return at;
        if (position === 'sticky' || isHead) return at;
      }
      return undefined;
    };
    let freePx = 0;
    const bars = new Set<Element>();
    for (let y = 2; y < innerHeight; y += 4) {
      const coveringBars = columns
        .map((x) => stays(document.elementFromPoint(x, y)))
        .filter((bar) => bar !== undefined);
      if (coveringBars.length === 0) freePx += 4;
      for (const bar of coveringBars) bars.add(bar);
    }
    const names = [...bars].map(({ localName, className }) => `<${localName} class="${className.slice(0, 60)}">`);
    return freePx >= least ? [] : [`${freePx} px of ${innerHeight} are left beside ${names.join(', ')}`];
  });
}
