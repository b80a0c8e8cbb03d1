import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { updateMinimumDeposit } from './rates.queries.ts';

/** Sets the smallest deposit the desk takes of a coin, in coins; every process quotes by it at once. */
export async function setMinimumDeposit(tx: Tx, coinId: string, amount: string): Promise<void> {
  await updateMinimumDeposit(tx, coinId, amount);
  await publish(tx, { kind: 'rates_changed' });
}
