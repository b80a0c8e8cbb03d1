import type { BenchDatabases } from '../cluster.ts';
import { expectOnly, hammer } from '../load.ts';
import { signIn, startProduct } from '../programs.ts';
import { seededEmail } from '../seed.ts';
import { atMost, type Measurement } from '../statistics.ts';

const seconds = 15;

/** A hundred sign-ins a second with wrong passwords, past every limit: what the other customers notice of it. */
export async function floodLine(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_flood') });
  try {
    const { url } = product;
    const customers = [1, 2, 3, 4, 5];
    const paths = ['/api/transactions', '/api/crypto-assets', '/api/auth/user'];
    const signedIn = await Promise.all(customers.map((number) => signIn(url, number)));
    const others = signedIn.flatMap((headers) => paths.map((path) => ({ path, headers })));
    const attempts = Array.from({ length: 500 }, (_, at) => ({
      method: 'POST',
      path: '/api/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: seededEmail(10 + at), password: 'not the right one' }),
    }));
    const calm = await hammer({ url, shots: others, connections: 4, seconds: 3, perSecond: 60 });
    expectOnly(200, calm, 'a calm product');
    const [flooded, flood] = await Promise.all([
      hammer({ url, shots: others, connections: 4, seconds, perSecond: 60 }),
      hammer({ url, shots: attempts, connections: 200, seconds, perSecond: 100 }),
    ]);
    expectOnly(200, flooded, 'a flooded product');
    const answers = Object.entries(flood.statuses).map(([status, times]) => `${status} x ${times}`);
    const note = ` (calm ${calm.p95.toFixed(0)} ms; the flood got ${answers.join(', ')})`;
    return [atMost('sign-in flood of 100 a second: p95 of other routes', flooded.p95, 300, 'ms', note)];
  } finally {
    await product.stop();
  }
}
