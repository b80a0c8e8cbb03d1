import { expect, test } from 'vitest';
import { adminPaths } from '#client/app/admin/screens.ts';
import { routes } from '#client/app/routes.ts';
import { applyAppearance, type Variant } from '#tests/screens/appearance.ts';
import { axeViolations, clippedTexts, layoutShift, tooWide } from '#tests/screens/axe.ts';
import { waitUntilIdle } from '#tests/screens/wait-until-idle.ts';
import { expectError, openPage } from './harness/page.ts';
import { admin, ask, customer } from './harness/users.ts';

// Two variants each, in rotation: npm run a11y has all of them, with users and orders in every list.
const variants = [
  [
    { theme: 'dark', width: 360, height: 740, language: 'en' },
    { theme: 'light', width: 1280, height: 800, language: 'ar' },
  ],
  [
    { theme: 'light', width: 360, height: 740, language: 'ar' },
    { theme: 'dark', width: 768, height: 1024, language: 'en' },
  ],
  [
    { theme: 'light', width: 768, height: 1024, language: 'en' },
    { theme: 'dark', width: 1280, height: 800, language: 'ar' },
  ],
] as const satisfies readonly [Variant, Variant][];
const variantsOf = (index: number): readonly [Variant, Variant] => variants[index % variants.length] ?? variants[0];

/** Values for the parameters of a path. */
async function addressOf(path: string): Promise<string> {
  const [post] = path.startsWith('/blog/') ? await ask<{ id: string }[]>('GET', '/api/blog-posts') : [];
  return path
    .replace(':cryptoId', 'bitcoin')
    .replace(':code', 'unknown')
    .replace(':id', post?.id ?? '')
    .replace('*', 'no-such-page');
}

const windows = {
  public: () => openPage(),
  bare: () => openPage(),
  account: async () => (await customer('/contact')).page,
  wizard: async () => (await customer('/contact')).page,
  admin: async () => (await admin('/admin/settings')).page,
};

test.each(['public', 'account', 'wizard', 'admin', 'bare'] as const)(
  'nobody who looks at a screen of the %s kind finds it unreadable, cut off, too wide or moving',
  async (layout) => {
    const page = await windows[layout]();
    expectError(page, /404 GET .*\/api\/(receipts\/unknown|invitations\/)/);
    const found: string[] = [];
    const paths = routes.filter((route) => route.layout === layout).map(({ path }) => path);
    for (const [index, path] of (layout === 'admin' ? adminPaths : paths).entries()) {
      const [first, second] = variantsOf(index);
      await page.setViewportSize(first);
      await page.goto(await addressOf(path));
      await waitUntilIdle(page);
      const moved = await layoutShift(page);
      if (moved > 0.1) found.push(`${path} moves by ${moved}`);
      for (const variant of [first, second]) {
        await applyAppearance(page, variant);
        const faults = [...(await tooWide(page)), ...(await clippedTexts(page)), ...(await axeViolations(page))];
        found.push(...faults.map((fault) => `${path}, ${Object.values(variant).join(' ')}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  },
  300_000,
);
