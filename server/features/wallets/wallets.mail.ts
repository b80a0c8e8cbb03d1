import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import type { CoinDetails } from './wallets.queries.ts';

type WalletNotice = {
  kind: 'asked' | 'live' | 'cancelled' | 'stopped';
  address: string;
  memo: string | null;
  liveAt?: Date;
};

/** Mails the administrator about an address change, so that an unauthorized one is noticed. */
export async function notifyAdministrator(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  { name, network }: CoinDetails,
  { kind, address, memo, liveAt }: WalletNotice,
): Promise<void> {
  const to = { userId: null, email: env.admin.email, language: 'en' };
  const data = { kind, coin: `${name} (${network})`, address, memo: memo ?? '', liveAt: liveAt?.toISOString() ?? '' };
  await sendMail(tx, { template: 'wallet_notice', to, data });
}
