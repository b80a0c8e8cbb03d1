import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { updateMinimumDeposit } from './rates.queries.ts';

/** Sets the minimum deposit of a coin, in coins; every process uses it at once. */
export async function setMinimumDeposit(tx: Tx, coinId: string, amount: string): Promise<void> {
  await updateMinimumDeposit(tx, coinId, amount);
  await publish(tx, { kind: 'rates_changed' });
}
