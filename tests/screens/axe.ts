import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations are shown by their elements, so no selectors are needed; the only frame is the browser's PDF viewer. */
const options: RunOptions = { resultTypes: ['violations'], selectors: false, iframes: false };

/** axe decides by a hit test at its corner whether a dialog is modal, which fails while the dialog moves. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endingAnimations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(endingAnimations.map(({ finished }) => finished));
  });
}

/**
 * For a window in which each loaded document is checked: injected at its start, axe is compiled only for the first one.
 */
export async function addAxeToEachDocument(page: Page): Promise<void> {
  await page.addInitScript({ content: source });
}

/** axe is injected into a document once, which takes longer than its check, and stays for later variants. */
async function violationsOn(page: Page): Promise<AxeResults['violations']> {
  const run = () =>
    page.evaluate(async (axeOptions) => {
      const { axe } = globalThis as { axe?: { run: (what: Document, how: RunOptions) => Promise<AxeResults> } };
      return (await axe?.run(document, axeOptions))?.violations;
    }, options);
  const result = await run();
  if (result) return result;
  // The source as an expression: an element with it would violate the content security policy.
  await page.evaluate(`${source};undefined`);
  const first = await run();
  if (!first) throw new Error(`axe could not be injected into ${page.url()}.`);
  return first;
}

/** Violations of WCAG 2.2 AA and of axe's best practices on the current page, each with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await finishAnimations(page);
  const violations = await violationsOn(page);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Horizontal overflow at this width, in the page or in an open dialog: the boxes and their overwide content. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] > *')];
    const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (wide.length === 0) return [];
    const cutElements = [...document.querySelectorAll('main *, dialog[open] *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > innerWidth || left < 0;
    });
    return [...wide, ...cutElements.slice(-3)]
      .map((element) => element.cloneNode(false))
      .map((element) => (element instanceof HTMLElement ? element.outerHTML : element.nodeName));
  });
}

/** Texts that are clipped by a box that cannot scroll. An ellipsis is allowed, but never on money. */
export async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipping = (value: string) => value === 'hidden' || value === 'clip';
    const readBox = (box: Element) => {
      const { overflowX, overflowY, textOverflow, position, clip, clipPath, webkitLineClamp } = getComputedStyle(box);
      return {
        // Text for screen readers alone is clipped to nothing on purpose.
        isExempt: /auto|scroll/.test(`${overflowX} ${overflowY}`) || clipPath !== 'none' || clip !== 'auto',
        isFixed: position === 'fixed',
        hasDots: textOverflow === 'ellipsis',
        clipsX: isClipping(overflowX),
        clipsY: isClipping(overflowY) && webkitLineClamp === 'none',
        edge: box.getBoundingClientRect(),
      };
    };
    // Boxes by element, as each may contain many texts.
    const boxes = new Map<Element, ReturnType<typeof readBox>>();
    const boxOf = (element: Element) => {
      const box = boxes.get(element) ?? readBox(element);
      boxes.set(element, box);
      return box;
    };
    const cutBy = (element: Element, text: DOMRect): Element | undefined => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { isExempt, isFixed, hasDots, clipsX, clipsY, edge } = boxOf(box);
        if (isExempt) return undefined;
        const dots = hasDots && !element.closest('.money');
        const sideways = clipsX && !dots && (text.right > edge.right + 1 || text.left < edge.left - 1);
        const isCutVertically = clipsY && (text.bottom > edge.bottom + 3 || text.top < edge.top - 3);
        if (sideways || isCutVertically) return box;
        if (isFixed) return undefined;
      }
      return undefined;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const output = textContent?.trim();
      if (!output || !parentElement?.checkVisibility() || parentElement.closest('svg, select, script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const text = range.getBoundingClientRect();
      const box = text.width > 1 && cutBy(parentElement, text);
      if (box)
        faults.push(`“${output.slice(0, 60)}” is cut by <${box.localName} class="${box.className.slice(0, 80)}">`);
    }
    return faults;
  });
}

/** Layout shift since the page was opened, or since the given time, without any interaction. Up to 0.1 is good. */
export async function layoutShift(page: Page, sinceMs = 0): Promise<number> {
  return page.evaluate(
    (since) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const watch = (entries: PerformanceEntryList) => {
          for (const entry of entries) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!hadRecentInput && entry.startTime >= since) sum += value;
          }
        };
        const observer = new PerformanceObserver((list) => watch(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // The buffered records are delivered before the second frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            watch(observer.takeRecords());
            observer.disconnect();
            resolve(Math.round(sum * 1000) / 1000);
          }),
        );
      }),
    sinceMs,
  );
}
