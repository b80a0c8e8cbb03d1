import lighthouse from 'lighthouse';
import { expect, inject, test } from 'vitest';
import { withDebuggedBrowser } from './harness/browser.ts';

/** What each must reach, in per cent; `npm run bench` measures the speed of a page, on an idle machine. */
const goals = { accessibility: 100, 'best-practices': 95, seo: 100 };

test('Lighthouse finds nothing on the public pages that keeps a user or a search engine out', async () => {
  const problems = await withDebuggedBrowser(async (port) => {
    const found: string[] = [];
    for (const path of ['/', '/login', '/register']) {
      const result = await lighthouse(`${inject('productUrl')}${path}`, {
        port,
        onlyCategories: Object.keys(goals),
        logLevel: 'error',
      });
      const { audits = {}, categories = {} } = result?.lhr ?? {};
      for (const [name, goal] of Object.entries(goals)) {
        const { score, auditRefs = [] } = categories[name] ?? {};
        if (Math.round((score ?? 0) * 100) >= goal) continue;
        const failed = auditRefs.map(({ id }) => audits[id]).filter((audit) => audit?.score === 0);
        const notified = failed.map((audit) => `${audit?.id} ${JSON.stringify(audit?.details ?? '').slice(0, 300)}`);
        found.push(`${path}: ${name} ${score}: ${notified.join(' | ')}`);
      }
    }
    return found;
  });
  expect(problems).toEqual([]);
}, 120_000);
