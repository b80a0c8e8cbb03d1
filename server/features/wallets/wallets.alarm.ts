import type { Deps } from '#server/deps.ts';
import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import type { ChangeRow } from './changes.queries.ts';
import type { WalletRow } from './wallets.queries.ts';

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

async function report(deps: Needs, { cryptoId, name, what, facts }: Forgery): Promise<void> {
  await raiseAlarm(deps, {
    subject: { type: 'wallet', id: cryptoId },
    action: what === 'address' ? 'wallet.signature_failed' : 'wallet.change_signature_failed',
    facts,
    audited: { forged: facts },
    mail: { template: 'wallet_alarm', data: { coin: name } },
  });
}
