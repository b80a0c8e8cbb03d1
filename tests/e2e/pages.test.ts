import { readFile } from 'node:fs/promises';
import { expect as check, test } from 'vitest';
import { z } from 'zod';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { visitor } from './harness/users.ts';

const flag = z.boolean().default(false);
const lockedPackage = z.object({ version: z.string().optional(), dev: flag, devOptional: flag });
const lock = z.object({ packages: z.record(z.string(), lockedPackage) });

test('a visitor finds the licence of every package that is delivered', async () => {
  const page = await visitor('/contact');
  await page.getByRole('link', { name: 'Open-source licenses' }).click();
  await expect(page).toHaveURL(/\/THIRD_PARTY_NOTICES\.txt$/);
  const answer = await page.request.get(page.url());
  check(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const listed = new Set((await answer.text()).split('\n').map((line) => line.split(': ', 1)[0]));
  const { packages } = lock.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const production = Object.entries(packages).filter(([at, { dev, devOptional }]) => at && !dev && !devOptional);
  const inTheBrowser = [
    'react',
    'react-dom',
    'i18next',
    'workbox-routing',
    '@fontsource-variable/geologica',
    'tailwindcss',
  ];
  const expected = [
    ...production.map(([at, { version }]) => `${at.slice(at.lastIndexOf('node_modules/') + 13)} ${version}`),
    ...inTheBrowser.map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`),
  ];
  check(expected.length).toBeGreaterThan(100);
  check(expected.filter((title) => !listed.has(title))).toEqual([]);
  check(await answer.text()).toContain('Permission is hereby granted, free of charge');
});

test('an attacker who has slipped text into the page finds that the browser makes neither markup nor script of it', async () => {
  const page = await visitor('/terms-of-service');
  expectError(page, /TrustedHTML|TrustedScriptURL|trusted-types|content security policy: (require-)?trusted-types/i);
  const attempts = await page.evaluate(() => {
    const refusalOf = (attempt: () => unknown): string => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (...all: unknown[]) => unknown };
    };
    return [
      refusalOf(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>')),
      refusalOf(() => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>')),
      refusalOf(() => (document.createElement('script').src = '/evil.js')),
      refusalOf(() => trustedTypes.createPolicy('default', { createHTML: (html: string) => html })),
      refusalOf(() => trustedTypes.createPolicy('another', { createHTML: (html: string) => html })),
    ];
  });
  expect(attempts).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
