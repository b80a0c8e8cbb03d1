import lighthouse from 'lighthouse';
import { withDebuggedBrowser } from '#tests/e2e/harness/browser.ts';
import { startProduct } from '../programs.ts';
import { median, type Measurement } from '../statistics.ts';

const rounds = 3;
const goals = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };

/** The home page on a simulated phone, as Lighthouse measures it. Meaningful only on an idle machine. */
export async function firstVisitLines(): Promise<Measurement[]> {
  const product = await startProduct({});
  try {
    // A process's first page loads the SSR code.
    await fetch(product.url, { headers: { Accept: 'text/html' } });
    const found: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      const scores = await withDebuggedBrowser((port) => scoresOf(product.url, port));
      for (const [name, score] of Object.entries(scores)) (found[name] ??= []).push(score);
    }
    return Object.entries(goals).map(([name, goal]) => {
      const score = median(found[name] ?? []);
      return { what: `Lighthouse, ${name}`, measured: String(score), target: `>= ${goal}`, reached: score >= goal };
    });
  } finally {
    await product.stop();
  }
}

async function scoresOf(url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, onlyCategories: Object.keys(goals), logLevel: 'error' });
  const categories = Object.entries(result?.lhr.categories ?? {});
  return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
}
