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
    .map(({ endToEndId, amount, payee }) => [endToEndId, amount, payeeOf(payee)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return sha256Hex(canonicalJson({ account: accountId, format, currency, lines: sorted }));
}
