import { describeError } from '#server/lib/safe-error.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { DepositSocketEvent } from '#shared/deposits/deposits.socket.ts';
import { chainNames } from '#shared/reference/chains.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { customersAwaiting } from './deposits.service.ts';

/** Notifies team and customers of open sales of a change of their chain; not after a gap, as screens poll as well. */
export function depositsSocket(
  { db, log, events }: DepositsDeps,
  sockets: Pick<Sockets, 'toUser' | 'toMembers' | 'size'>,
) {
  const notify = async (chain: string): Promise<void> => {
    const knownChainName = chainNames.find((name) => name === chain);
    if (!knownChainName || sockets.size === 0) return;
    const message = { type: 'chain_advanced', chain } satisfies DepositSocketEvent;
    sockets.toMembers('orders.read', message);
    for (const { userId } of await customersAwaiting({ db }, knownChainName)) sockets.toUser(userId, message);
  };
  events.on('chain_advanced', (event) => {
    if (event.kind === 'resync') return;
    notify(event.chain).catch((error: unknown) => {
      log.warn(describeError(error), 'customers could not be notified of their chain; their screens poll');
    });
  });
}
