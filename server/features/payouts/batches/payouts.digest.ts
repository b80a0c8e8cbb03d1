import { canonicalJson } from '#server/lib/canonical-json.ts';
import type { BatchFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { payeeOf } from '../list/payouts.present.ts';
import { sha256Hex } from '../payouts.queries.ts';

export type DigestLine = { endToEndId: string; amount: string; payee: unknown };

/** What a member has seen of a batch: the account, and every line with its payee and sum. */
export function batchDigest({
  accountId,
  format,
  currency,
  lines,
}: {
  accountId: string | null;
  format: BatchFormat;
  currency: string;
  lines: readonly DigestLine[];
}): string {
  const sorted = lines
    .toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))
    .map(({ endToEndId, amount, payee }) => [endToEndId, amount, payeeOf(payee)]);
  return sha256Hex(canonicalJson({ account: accountId, format, currency, lines: sorted }));
}
