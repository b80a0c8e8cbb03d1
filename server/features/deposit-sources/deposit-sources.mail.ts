import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import type { SourceRow } from './deposit-sources.queries.ts';

type Noticed = Pick<SourceRow, 'chain' | 'coinIds' | 'liveAt' | 'keyEnding'>;

/** Mails the administrator about a change of where coins are received, so that an unauthorized one is noticed. */
export async function notifyOfSource(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  { chain, coinIds, keyEnding }: Noticed,
  kind: 'added' | 'changed' | 'live' | 'withdrawn' | 'stopped' | 'low',
): Promise<void> {
  const to = { userId: null, email: env.admin.email, language: 'en' };
  const data = { kind, chain: chainDetails[chain].name, coins: coinIds.join(', '), ending: keyEnding ?? '' };
  await sendMail(tx, { template: 'source_notice', to, data });
}
