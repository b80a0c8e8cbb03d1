import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, as, visitor } from './harness/users.ts';

const publicPaths = ['/', '/register', '/contact', '/sell?crypto=bitcoin&amount=0.01&currency=USD'];
const ownPaths = ['/dashboard', '/sell', '/sell?crypto=bitcoin', '/fiat-exchange', '/transactions', '/kyc', '/profile'];
/** The longest words in narrow places. */
const germanPaths = ['/profile?tab=security', '/transactions'];

test('a customer who reads at twice the text size never scrolls sideways, on a phone and on a computer', async () => {
  const page = await visitor('/contact');
  const found = await tooWide(page, publicPaths);
  const user = await aCustomer();
  // Long enough to need a second line in its card.
  await placeSellOrder(user, { amount: 0.01, currency: 'NGN' });
  const own = await as(user, '/contact');
  found.push(...(await tooWide(own, ownPaths)));
  await own.evaluate(() => localStorage.setItem('selectedLanguage', 'de'));
  found.push(...(await tooWide(own, germanPaths)));
  expect(found).toEqual([]);
}, 60_000);

async function tooWide(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(widest);
      if (wide) found.push(`${path} at ${width}: ${wide}`);
    }
  }
  return found;
}

/** What reaches furthest beyond the window with text twice as large; nothing where all fits. */
function widest(): string | undefined {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  const over = root.scrollWidth - root.clientWidth;
  const reach = (element: Element) => Math.round(element.getBoundingClientRect().right);
  const culprit = [...document.querySelectorAll('body :not(.overflow-hidden *, .overflow-x-auto *)')].reduce(
    (far, one) => (reach(one) >= reach(far) ? one : far),
  );
  return over > 0 ? `${over} px, ${culprit.outerHTML.slice(0, 160)}` : undefined;
}
