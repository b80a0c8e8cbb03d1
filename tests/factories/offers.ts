import type { AdminOfferView } from '#shared/offers/offers.contract.ts';
import type { Calls } from '#tests/setup/calls.ts';

/** The body of an offer; five hundred dollars in Tether at the sample price. */
export const someOffer = { coinId: 'usdt-trc20', amount: 500, payoutCurrency: 'NGN', minutes: 60 };

/** Makes an offer as this member; fails if it was not made. */
export async function anOffer(member: Calls, changes: object = {}): Promise<AdminOfferView & { code: string }> {
  const { status, body } = await member.post('offers', { ...someOffer, ...changes });
  if (status !== 201) throw new Error(`The offer was answered with ${status}: ${JSON.stringify(body)}`);
  return body as unknown as AdminOfferView & { code: string };
}
