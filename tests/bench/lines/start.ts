import lighthouse from 'lighthouse';
import { withDebuggedBrowser } from '#tests/e2e/harness/browser.ts';
import { aFolder } from '#tests/setup/endings.ts';
import { startProduct } from '../programs.ts';
import { atMost, median, type Measurement } from '../statistics.ts';

const rounds = 3;

/** Measures a start with everything embedded: into an empty folder, again, and after the process was killed. */
export async function startLines(): Promise<Measurement[]> {
  const seconds: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = aFolder();
    for (const [at, signal] of (['SIGTERM', 'SIGKILL', 'SIGTERM'] as const).entries()) {
      const product = await startProduct({}, dataDir);
      seconds[at]?.push(product.startedInMs / 1000);
      await product.stop(signal);
    }
  }
  const [first, secondStart, afterKill] = seconds;
  return [
    atMost('first start, into an empty folder', median(first), 10, 's'),
    atMost('second start', median(secondStart), 3, 's'),
    atMost('start after kill -9', median(afterKill), 5, 's'),
  ];
}

const goals = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };

/** The home page on a simulated phone, as Lighthouse measures it. Meaningful only on an idle machine. */
export async function firstVisitLines(): Promise<Measurement[]> {
  const { url } = await startProduct({});
  // A process's first page loads the SSR code.
  await fetch(url, { headers: { Accept: 'text/html' } });
  const scores: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    const result = await withDebuggedBrowser((port) =>
      lighthouse(url, { port, onlyCategories: Object.keys(goals), logLevel: 'error' }),
    );
    for (const [name, { score }] of Object.entries(result?.lhr.categories ?? {}))
      (scores[name] ??= []).push(Math.round((score ?? 0) * 100));
  }
  return Object.entries(goals).map(([name, goal]) => {
    const score = median(scores[name] ?? []);
    return { what: `Lighthouse, ${name}`, measured: String(score), target: `>= ${goal}`, reached: score >= goal };
  });
}
