import lighthouse from 'lighthouse';
import { expect, inject, test } from 'vitest';
import { withDebuggedBrowser } from './harness/browser.ts';

/**
 * What each must reach, in per cent. Its accessibility is axe, which every-screen.test.ts runs on every page; `npm run bench`
 * measures the speed of a page, on an idle machine.
 */
const goals = { 'best-practices': 95, seo: 100 };

test('Lighthouse finds nothing on the home page that keeps a user or a search engine out', async () => {
  const problems = await withDebuggedBrowser(async (port) => {
    const found: string[] = [];
    const onlyCategories = Object.keys(goals);
    const result = await lighthouse(`${inject('productUrl')}/`, {
      port,
      onlyCategories,
      logLevel: 'error',
      disableFullPageScreenshot: true,
    });
    const { audits = {}, categories = {} } = result?.lhr ?? {};
    for (const [name, goal] of Object.entries(goals)) {
      const { score, auditRefs = [] } = categories[name] ?? {};
      if (Math.round((score ?? 0) * 100) >= goal) continue;
      const failed = auditRefs.map(({ id }) => audits[id]).filter((audit) => audit?.score === 0);
      const notified = failed.map((audit) => `${audit?.id} ${JSON.stringify(audit?.details ?? '').slice(0, 300)}`);
      found.push(`${name} ${score}: ${notified.join(' | ')}`);
    }
    return found;
  });
  expect(problems).toEqual([]);
}, 120_000);
