import { randomBytes } from 'node:crypto';
import type { Composition } from '#server/compose.ts';
import { makeOffer, withdrawOffer } from '#server/features/offers/offers.actions.service.ts';
import { openCounterSale } from '#server/features/offers/offers.counter.service.ts';
import { offersForTeam } from '#server/features/offers/offers.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf } from '#server/http/guards/four-eyes.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';
import { idempotencyOf, ownerActor, type DemoCustomer } from './demo.activity.ts';
import { demoPayee } from './demo.profiles.ts';

/** Makes an offer as this member, and returns its id. */
async function offerBy(deps: Composition, actor: Actor, input: object): Promise<Id<'offer'>> {
  const body = contract.offerInput.parse(input);
  const call = callOf(contract.makeOffer, { params: undefined, body });
  await makeOffer(deps, actor, { body, call, idempotency: idempotencyOf(deps) });
  const { rows } = await offersForTeam(deps, actor, { sort: 'newest', page: 1, pageSize: 1 });
  const [row] = rows;
  if (!row) throw new Error('The offer was not made');
  return row.id;
}

/** Three offers in their states, and a sale at the counter: coins that somebody brought in person. */
export async function seedOffers(deps: Composition, customers: readonly DemoCustomer[]): Promise<void> {
  const owner = await ownerActor(deps);
  const [first, second, third] = customers;
  if (!first || !second || !third) throw new Error('The demonstration has customers');
  const bitcoin = { coinId: 'bitcoin', payoutCurrency: 'USD', minutes: dayMinutes };
  const note = 'asked in the chat';
  await offerBy(deps, owner, { coinId: 'usdt-trc20', amount: 500, payoutCurrency: 'NGN', minutes: dayMinutes, note });
  await offerBy(deps, owner, { ...bitcoin, amount: 0.005, userId: second.id, spreadPercent: 0.5 });
  const withdrawn = await offerBy(deps, owner, { ...bitcoin, amount: 0.004, userId: third.id });
  await withdrawOffer.carryOut(deps, owner, { params: { id: withdrawn }, body: undefined });
  const soldOfferId = await offerBy(deps, owner, { ...bitcoin, amount: 0.003, userId: first.id });
  const params = { id: soldOfferId };
  const transactionHash = randomBytes(32).toString('hex');
  const body = { userId: first.id, paymentDetails: demoPayee(first.profile, 0), transactionHash };
  const call = callOf(contract.openOrderOfOffer, { params, body });
  await openCounterSale(deps, owner, { params, body, proof: undefined, call, idempotency: idempotencyOf(deps) });
}
