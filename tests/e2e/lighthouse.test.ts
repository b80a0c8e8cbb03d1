import lighthouse from 'lighthouse';
import { expect, inject, test } from 'vitest';
import { withDebuggedBrowser } from './harness/browser.ts';

test('Lighthouse finds nothing on the public pages that keeps a person out', async () => {
  const problems = await withDebuggedBrowser(async (port) => {
    const found: string[] = [];
    for (const path of ['/', '/login', '/register']) {
      const result = await lighthouse(`${inject('productUrl')}${path}`, {
        port,
        onlyCategories: ['accessibility'],
        logLevel: 'error',
      });
      const { audits = {}, categories = {} } = result?.lhr ?? {};
      const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1);
      for (const { id, details } of failed) found.push(`${path}: ${id} ${JSON.stringify(details).slice(0, 400)}`);
      if (categories['accessibility']?.score !== 1) found.push(`${path} scores ${categories['accessibility']?.score}`);
    }
    return found;
  });
  expect(problems).toEqual([]);
}, 90_000);
