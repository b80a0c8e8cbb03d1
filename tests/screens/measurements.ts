// Measures requirements of docs/SCREENS.md: touch targets, the focus, font sizes.
import type { Page } from 'playwright';

/** Pressable elements smaller than `least` px to a finger, except within a sentence. */
export async function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((side) => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const kinds = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
    const isTarget = (target: Element, x: number, y: number) => {
      const hitElement = document.elementFromPoint(x, y);
      return (
        hitElement !== null && (target.contains(hitElement) || (hitElement.closest('label')?.contains(target) ?? false))
      );
    };
    const faults: string[] = [];
    for (const element of scope.querySelectorAll(kinds)) {
      const label = element.matches('[type=checkbox], [type=radio], [type=file]') && element.closest('label');
      const target = label || element;
      const previousRect = target.getBoundingClientRect();
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || previousRect.width <= 1)
        continue;
      if (previousRect.width > side - 1 && previousRect.height > side - 1) continue;
      const isInSentence =
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent.trim().length ?? 0) > element.textContent.trim().length;
      // A skip link is clipped to nothing until it has the focus.
      if (isInSentence || getComputedStyle(element).clipPath !== 'none') continue;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const x = left + width / 2;
      const y = top + height / 2;
      const reachPx = side / 2 - 1;
      const fitsAcross = width > side - 1 || (isTarget(target, x - reachPx, y) && isTarget(target, x + reachPx, y));
      const fitsUpright = height > side - 1 || (isTarget(target, x, y - reachPx) && isTarget(target, x, y + reachPx));
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      if (!fitsAcross || !fitsUpright) {
        faults.push(`<${element.localName}> “${name}” is ${Math.round(width)} x ${Math.round(height)}, not ${side}`);
      }
    }
    scrollTo(0, 0);
    return faults;
  }, least);
}

const maxSteps = 80;

/** Tabs through the page and lists elements whose focus is invisible or covered. */
export async function lostFocus(page: Page): Promise<string[]> {
  // A toast stays while a mouse rests on it.
  await page.mouse.move(0, 0);
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.evaluate(() => {
    scrollTo(0, 0);
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    scope.querySelector<HTMLElement>('a[href], button')?.focus();
  });
  const faults: string[] = [];
  const seenTargets = new Set<string>();
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focusOf(page, step);
    if (!at || seenTargets.has(at.mark)) break;
    seenTargets.add(at.mark);
    if (at.fault) faults.push(at.fault);
  }
  return faults;
}

async function focusOf(page: Page, step: number): Promise<{ mark: string; fault: string | undefined } | undefined> {
  return page.evaluate(async (index) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || active === document.body) return undefined;
    active.dataset['walked'] ??= String(index);
    const isLit = (element: Element, part?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // A field may highlight its frame, or its image before it.
    const isShownByLabel = active instanceof HTMLInputElement && /checkbox|radio|file/.test(active.type);
    const shownElement = (isShownByLabel && active.labels?.[0]) || active;
    const around = [active, active.parentElement, shownElement, active.previousElementSibling];
    const decorations = [...(active.previousElementSibling?.children ?? [])];
    const isLitAround =
      [...around, ...decorations].some((element) => element && isLit(element)) || isLit(active, '::after');
    const { left, top, width, height } = shownElement.getBoundingClientRect();
    const isOpen = [0.15, 0.5, 0.85].some((share) => {
      const hitElement = document.elementFromPoint(left + width * share, top + height / 2);
      return (
        hitElement !== null &&
        (shownElement.contains(hitElement) ||
          (hitElement.contains(shownElement) && hitElement !== document.documentElement))
      );
    });
    const name = `<${active.localName}> “${active.ariaLabel ?? active.textContent.trim().slice(0, 40)}”`;
    const fault = !isLitAround
      ? `the focus on ${name} is not seen`
      : isOpen
        ? undefined
        : `the focus on ${name} is covered`;
    return { mark: active.dataset['walked'], fault };
  }, step);
}

/** Texts in a size that the scale does not have; a payout may shrink to any size. */
export async function unknownFontSizes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scale = new Set([12, 14, 16, 18, 22, 26, 28, 32, 36, 44, 48]);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults = new Set<string>();
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const output = textContent?.trim();
      if (!output || !parentElement?.checkVisibility() || parentElement.closest('svg, script, style, .slip-amount'))
        continue;
      const size = parseFloat(getComputedStyle(parentElement).fontSize);
      if (!scale.has(Math.round(size * 10) / 10)) faults.add(`“${output.slice(0, 40)}” is ${size} px high`);
    }
    return [...faults];
  });
}
