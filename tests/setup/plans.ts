import type { Pool } from 'pg';
import { vi } from 'vitest';

/** The texts of the queries that are sent through a pool while `work` runs. */
export async function queriesOf(pool: Pool, work: () => Promise<void>): Promise<string[]> {
  const sending = vi.spyOn(pool, 'query');
  try {
    await work();
    return sending.mock.calls.flatMap(([query]: readonly unknown[]) => textOf(query));
  } finally {
    sending.mockRestore();
  }
}

function textOf(query: unknown): string[] {
  const text = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
  return typeof text === 'string' ? [text] : [];
}

/** The generic plan of each query where a table is read in full only if no index fits. */
export async function plansOf(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const plans: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
