import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type AdminWallet = Api['GET /api/admin/wallets']['output'][number];
export type AdminWalletWithHistory = Api['GET /api/admin/wallets/:cryptoId']['output'];
export type WalletChange = AdminWalletWithHistory['history'][number];
type Change = Api['PUT /api/admin/wallets/:cryptoId']['body'];

const pollMs = minuteMs;

/** All deposit addresses; fetched each minute, because a change may be activated meanwhile. */
export const walletsQuery = apiQuery('GET /api/admin/wallets', {}, { refetchInterval: pollMs });

/** One wallet with its history. */
export const walletQuery = (cryptoId: string) =>
  apiQuery('GET /api/admin/wallets/:cryptoId', { params: { cryptoId } }, { refetchInterval: pollMs });

/** Open orders and quotes that show an address. */
export const useOfAddressQuery = (cryptoId: string, address: string) =>
  apiQuery(
    'GET /api/admin/wallets/:cryptoId/use',
    { params: { cryptoId }, query: { address } },
    { enabled: address !== '' },
  );

/** Reads of addresses, fetched again after each action on an address. */
export const walletRoutes = [
  'GET /api/admin/wallets',
  'GET /api/admin/wallets/:cryptoId',
  'GET /api/admin/wallets/:cryptoId/use',
] as const;

/**
 * Changes the address of a coin. `onDone` is called before the addresses are fetched again: the fresh answer may remove
 * the pressed button from the screen.
 */
export const useAddressChange = (cryptoId: string, onDone: (wallet: AdminWallet) => void) =>
  useWrite(
    async (body: Change) => {
      const wallet = await call('PUT /api/admin/wallets/:cryptoId', { params: { cryptoId }, body });
      onDone(wallet);
      return wallet;
    },
    ...walletRoutes,
  );
