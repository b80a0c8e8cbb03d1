import type { BenchDatabases } from '../cluster.ts';
import { residentBytes, signIn, startProduct, type Product } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

const megabyte = 1024 * 1024;
const maxConcurrent = 8;
const rounds = 3;

/** Eight uploads of almost 10 MB at once: how much memory the product takes for them. */
export async function uploadLine(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_uploads') });
  try {
    const users = await Promise.all(Array.from({ length: maxConcurrent }, (_, at) => signIn(product.url, at + 1)));
    await Promise.all(users.map((headers) => upload(product, headers, 64 * 1024))); // Warm.
    const before = residentBytes(product.pid);
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, residentBytes(product.pid))), 5);
    const statuses = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(users.map((headers) => upload(product, headers, 10 * megabyte - 4096)));
      for (const status of answers) statuses.add(status);
    }
    clearInterval(watch);
    const note = ` (answers ${[...statuses].join(', ')})`;
    return [
      atMost('eight uploads of 10 MB at once: resident memory up by', (peak - before) / megabyte, 64, 'MiB', note),
    ];
  } finally {
    await product.stop();
  }
}

/** A proof with refused terms: received, written, hashed and typed like any other before the terms are checked. */
async function upload({ url }: Product, headers: { authorization: string }, bytes: number): Promise<number> {
  const form = new FormData();
  form.set('transactionData', '{}');
  form.set('paymentProof', new Blob([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes, 'x')]), 'proof.jpg');
  const response = await fetch(new URL('/api/transactions', url), { method: 'POST', headers, body: form });
  const output = await response.text();
  if (!output.includes('invalid_input'))
    throw new Error(`POST /api/transactions answered ${response.status}: ${output}`);
  return response.status;
}
