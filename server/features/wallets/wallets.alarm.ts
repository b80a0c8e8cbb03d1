import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import type { Platform } from '#server/platform.ts';
import type { ChangeRow } from './wallets.changes.queries.ts';
import type { WalletRow } from './wallets.queries.ts';

type WalletDeps = Pick<Platform, 'env' | 'inTx' | 'log'>;

type Forgery = { cryptoId: string; name: string; what: 'address' | 'change'; signedFields: readonly unknown[] };

/** A wallet row that the product did not write. */
export async function raiseForgedWalletAlarm(deps: WalletDeps, wallet: WalletRow): Promise<void> {
  const { cryptoId, name, version, address, memo, network, isActive, signature } = wallet;
  const signedFields = [cryptoId, version, address, memo, network, isActive, signature.toString('base64')];
  deps.log.error({ cryptoId, version }, 'A deposit address was changed behind the product: it is not served');
  await report(deps, { cryptoId, name, what: 'address', signedFields });
}

/** An address change that was not made through the application: it is never applied. */
export async function raiseForgedChangeAlarm(deps: WalletDeps, change: ChangeRow, name: string): Promise<void> {
  const { id, cryptoId, toAddress, toMemo, liveAt, signature } = change;
  const signedFields = [id, cryptoId, toAddress, toMemo, liveAt.toISOString(), signature.toString('base64')];
  deps.log.error({ cryptoId, changeId: id }, 'A change of a deposit address was slipped in: it is not carried out');
  await report(deps, { cryptoId, name, what: 'change', signedFields });
}

async function report(deps: WalletDeps, { cryptoId, name, what, signedFields }: Forgery): Promise<void> {
  await raiseAlarm(deps, {
    subject: { type: 'wallet', id: cryptoId },
    action: what === 'address' ? 'wallet.signature_failed' : 'wallet.change_signature_failed',
    signedFields,
    audited: { forged: signedFields },
    mail: { template: 'wallet_alarm', data: { coin: name } },
  });
}
