import { callerOf } from '#tests/setup/call.ts';
import type { BenchDatabases } from '../cluster.ts';
import { countsOf, hammer, interleave } from '../load.ts';
import { megabyte, memoryTaken, signIn, startProduct, startReference } from '../programs.ts';
import { seededEmail } from '../seed.ts';
import { atLeast, atMost, type Measurement } from '../statistics.ts';

/** The live estimate, against an Express application that parses the same body and returns a constant. */
export async function quoteLine(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_quote') });
  const emptyRoute = await startReference('empty-route');
  const json = { cryptoId: 'bitcoin', cryptoAmount: 0.05, targetCurrency: 'NGN' };
  const load = (url: string, path: string) =>
    hammer({ url, shots: [{ method: 'POST', path, json }], connections: 16, seconds: 2, only: 200 });
  const quote = () => load(product.url, '/api/calculate-sell-amount');
  const loadEmptyRoute = () => load(emptyRoute.url, '/empty');
  const { ratio, note } = await interleave(quote, loadEmptyRoute);
  return [atLeast('live quote, against an empty Express route', ratio, 0.75, note)];
}

const floodSeconds = 15;

/** A hundred sign-ins per second with wrong passwords, beyond every limit: their effect on other customers. */
export async function floodLine(databases: BenchDatabases): Promise<Measurement[]> {
  const { url } = await startProduct({ DATABASE_URL: await databases.fresh('bench_flood') });
  const paths = ['/api/transactions', '/api/crypto-assets', '/api/auth/user'];
  const signedIn = await Promise.all([1, 2, 3, 4, 5].map((number) => signIn(url, number)));
  const shots = signedIn.flatMap(({ headers }) => paths.map((path) => ({ path, headers })));
  const commonOptions = { url, shots, connections: 4, perSecond: 60, only: 200 };
  const attempts = Array.from({ length: 500 }, (_, index) => ({
    method: 'POST',
    path: '/api/login',
    json: { email: seededEmail(10 + index), password: 'not the right one' },
  }));
  const calmLoad = await hammer({ ...commonOptions, seconds: 3 });
  const [floodedLoad, floodLoad] = await Promise.all([
    hammer({ ...commonOptions, seconds: floodSeconds }),
    hammer({ url, shots: attempts, connections: 200, seconds: floodSeconds, perSecond: 100 }),
  ]);
  const note = ` (calm ${calmLoad.p95.toFixed(0)} ms; the flood got ${countsOf(floodLoad.statuses)})`;
  return [atMost('sign-in flood of 100 a second: p95 of other routes', floodedLoad.p95, 300, 'ms', note)];
}

/** Eight uploads of almost 10 MB at once, three times: the memory that the product takes for them. */
export async function uploadLine(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_uploads') });
  const users = await Promise.all(Array.from({ length: 8 }, (_, index) => signIn(product.url, index + 1)));
  const statuses = new Set<number>();
  const upload = (bytes: number) => Promise.all(users.map(async ({ token }) => statuses.add(await send(token, bytes))));
  /**
   * A proof with refused terms: received, written, hashed and recognised like any other before the terms are checked.
   */
  const send = async (token: string, size: number) => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size, 'x')]);
    const form = { transactionData: '{}', paymentProof: { bytes, name: 'proof.jpg' } };
    const { status, body } = await callerOf(product.url)('POST', '/api/transactions', { token, form });
    if (body.code !== 'invalid_input') throw new Error(`An upload answered ${status}: ${JSON.stringify(body)}`);
    return status;
  };
  await upload(64 * 1024); // Warms up.
  const heldMemory = await memoryTaken(product, async () => {
    for (let round = 0; round < 3; round += 1) await upload(10 * megabyte - 4096);
  });
  const note = ` (answers ${[...statuses].join(', ')})`;
  return [atMost('eight uploads of 10 MB at once: resident memory up by', heldMemory, 64, 'MiB', note)];
}
