import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminWallet = Api['GET /api/admin/wallets']['output'][number];
export type AdminWalletWithHistory = Api['GET /api/admin/wallets/:cryptoId']['output'];
export type WalletChange = AdminWalletWithHistory['history'][number];
type Change = Api['PUT /api/admin/wallets/:cryptoId']['body'];
type Stop = Api['POST /api/admin/wallets/:cryptoId/stop']['body'];

const pollMs = 60_000;

/** All deposit addresses; fetched each minute, because a change may be activated meanwhile. */
export const walletsQuery = apiQuery('GET /api/admin/wallets', {}, { refetchInterval: pollMs });

/** One of them with its history. */
export const walletQuery = (cryptoId: string) =>
  apiQuery('GET /api/admin/wallets/:cryptoId', { params: { cryptoId } }, { refetchInterval: pollMs });

/** Open orders and quotes that show an address. */
export const useOfAddressQuery = (cryptoId: string, address: string) =>
  apiQuery(
    'GET /api/admin/wallets/:cryptoId/use',
    { params: { cryptoId }, query: { address } },
    { enabled: address !== '' },
  );

/** One change of a coin's wallet. */
export type WalletAction = { kind: 'change'; body: Change } | { kind: 'cancel' } | { kind: 'stop'; body: Stop };

function sendAction(cryptoId: string, action: WalletAction): Promise<AdminWallet> {
  const options = { params: { cryptoId } };
  if (action.kind === 'stop') return call('POST /api/admin/wallets/:cryptoId/stop', { body: action.body, ...options });
  if (action.kind === 'cancel') return call('DELETE /api/admin/wallets/:cryptoId/change', options);
  return call('PUT /api/admin/wallets/:cryptoId', { body: action.body, ...options });
}

/**
 * Carries out an action, and fetches everything about addresses again. `onDone` is called before that: the fresh answer may
 * take the button that was pressed off the screen.
 */
export const useWalletAction = (cryptoId: string, onDone?: (wallet: AdminWallet) => void) =>
  useWrite(
    async (action: WalletAction) => {
      const wallet = await sendAction(cryptoId, action);
      onDone?.(wallet);
      return wallet;
    },
    'GET /api/admin/wallets',
    'GET /api/admin/wallets/:cryptoId',
    'GET /api/admin/wallets/:cryptoId/use',
  );
