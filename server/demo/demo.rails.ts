import { readProfiles } from '#server/features/payouts/accounts/payouts.accounts.queries.ts';
import { addAccount } from '#server/features/payouts/accounts/payouts.accounts.service.ts';
import type { PayoutsDeps } from '#server/features/payouts/payouts.ports.ts';
import { changeSettings } from '#server/features/settings/settings.admin.service.ts';
import { callOf } from '#server/http/guards/four-eyes.ts';
import { deskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { updateSettings } from '#shared/settings/settings.contract.ts';
import { currencyRule } from '#shared/settings/settings.offer.ts';
import { ownerActor } from './demo.activity.ts';

const currency = 'KES';
const rail = 'ke-mpesa';

/** Pays shillings to telephones, from a till whose file names nothing else. */
export async function seedRails(deps: PayoutsDeps): Promise<void> {
  const owner = await ownerActor(deps);
  const methods = [rail, 'bank', 'paypal', 'wise'];
  const body = { offer: { currencies: { [currency]: currencyRule.parse({ methods }) } } };
  await changeSettings(deps, owner, body, callOf(updateSettings, { params: undefined, body }));
  const layout = (await readProfiles(deps.db)).find(({ name }) => name === rail);
  const names = { name: 'M-Pesa till', bankName: 'M-Pesa', holderName: 'Landfall Demo Ltd', accountNumber: '552100' };
  const till = deskAccountInput.parse({ ...names, currency, format: 'csv', profileId: layout?.id });
  await addAccount.carryOut(deps, owner, { params: undefined, body: till });
}
