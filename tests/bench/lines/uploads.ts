import type { BenchDatabases } from '../cluster.ts';
import { atMost, type Figure } from '../figures.ts';
import { residentBytes, signIn, startProduct, type Product } from '../programs.ts';

const megabyte = 1024 * 1024;
const atOnce = 8;
const rounds = 3;

/** Eight uploads of almost 10 MB at once: how much memory the product takes for them. */
export async function uploadLine(databases: BenchDatabases): Promise<Figure[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_uploads') });
  try {
    const people = await Promise.all(Array.from({ length: atOnce }, (_, at) => signIn(product.url, at + 1)));
    await Promise.all(people.map((headers) => upload(product, headers, 64 * 1024))); // Warm.
    const before = residentBytes(product.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentBytes(product.pid))), 5);
    const statuses = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(people.map((headers) => upload(product, headers, 10 * megabyte - 4096)));
      for (const status of answers) statuses.add(status);
    }
    clearInterval(watch);
    const note = ` (answers ${[...statuses].join(', ')})`;
    return [
      atMost('eight uploads of 10 MB at once: resident memory up by', (most - before) / megabyte, 64, 'MiB', note),
    ];
  } finally {
    await product.stop();
  }
}

/** A proof for an order that does not exist: received, checked and typed like any other, then refused. */
async function upload({ url }: Product, headers: { authorization: string }, bytes: number): Promise<number> {
  const form = new FormData();
  form.set('paymentProof', new Blob(['%PDF-1.7\n', Buffer.alloc(bytes, 'x'), '\n%%EOF']), 'proof.pdf');
  const path = '/api/fiat-exchange/upload-proof/00000000-0000-4000-8000-000000000000';
  const response = await fetch(new URL(path, url), { method: 'POST', headers, body: form });
  const said = await response.text();
  if (!said.includes('Transaction')) throw new Error(`POST ${path} answered ${response.status}: ${said}`);
  return response.status;
}
