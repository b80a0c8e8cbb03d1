import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer, interleave } from '../load.ts';
import { startProduct, startReference } from '../programs.ts';
import { atLeast, type Measurement } from '../statistics.ts';

/** The live estimate, against an Express application that parses the same body and returns a constant. */
export async function quoteLine(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_quote') });
  const empty = await startReference('empty-route', {});
  const body = JSON.stringify({ cryptoId: 'bitcoin', cryptoAmount: 0.05, targetCurrency: 'NGN' });
  const headers = { 'content-type': 'application/json' };
  const load = async (url: string, path: string) => {
    const shots = [{ method: 'POST', path, headers, body }];
    const outcome = await hammer({ url, shots, connections: 16, seconds: 2 });
    expectOnly(200, outcome, path);
    return outcome;
  };
  const quote = () => load(product.url, '/api/calculate-sell-amount');
  const nothing = () => load(empty.url, '/empty');
  try {
    await Promise.all([quote(), nothing()]); // Warm.
    const { ratio, note } = await interleave(5, quote, nothing);
    return [atLeast('live quote, against an empty Express route', ratio, 0.75, note)];
  } finally {
    await Promise.all([product.stop(), empty.stop()]);
  }
}
