import type { Deps } from '#server/deps.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { ChangeRow } from './changes.queries.ts';
import { rememberForgery, type WalletRow } from './wallets.queries.ts';
import { fingerprintOf } from './wallets.signature.ts';

type Needs = Pick<Deps, 'env' | 'inTx' | 'log'>;

type Forgery = { cryptoId: string; name: string; what: 'address' | 'change'; facts: readonly unknown[] };

/** A wallet row that the product did not write. */
export async function reportForgedWallet(deps: Needs, wallet: WalletRow): Promise<void> {
  const { cryptoId, name, version, address, memo, network, isActive, signature } = wallet;
  const facts = [cryptoId, version, address, memo, network, isActive, signature.toString('base64')];
  deps.log.error({ cryptoId, version }, 'A deposit address was changed behind the product: it is not served');
  await report(deps, { cryptoId, name, what: 'address', facts });
}

/** A change of an address that nobody asked the product for: it is never carried out. */
export async function reportForgedChange(deps: Needs, change: ChangeRow, name: string): Promise<void> {
  const { id, cryptoId, toAddress, toMemo, liveAt, signature } = change;
  const facts = [id, cryptoId, toAddress, toMemo, liveAt.toISOString(), signature.toString('base64')];
  deps.log.error({ cryptoId, changeId: id }, 'A change of a deposit address was slipped in: it is not carried out');
  await report(deps, { cryptoId, name, what: 'change', facts });
}

/** Forgeries this process has reported: asking the database each time would let a customer's click write. */
const reported = new Set<string>();

/**
 * Once for each forgery in the whole cluster: audit row, mail and news. Never with the address itself in log or mail:
 * whoever reads it must not take it for ours.
 */
async function report({ env, inTx }: Needs, { cryptoId, name, what, facts }: Forgery): Promise<void> {
  const fingerprint = fingerprintOf(env.encryptionKey, [what, ...facts]);
  const known = fingerprint.toString('base64');
  if (reported.has(known)) return;
  await inTx(async (tx) => {
    if (!(await rememberForgery(tx, fingerprint, cryptoId))) return;
    const action = what === 'address' ? 'wallet.signature_failed' : 'wallet.change_signature_failed';
    await recordAudit(tx, 'system', action, { type: 'wallet', id: cryptoId }, { forged: facts });
    const to = { userId: null, email: env.admin.email, language: 'en' };
    await sendMail(tx, { template: 'wallet_alarm', to, data: { coin: name } });
    await publish(tx, { kind: 'wallet_alarm', cryptoId });
  });
  reported.add(known);
}
