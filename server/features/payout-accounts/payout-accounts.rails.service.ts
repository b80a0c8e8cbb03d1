import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { readMobile } from '#server/lib/mobile-number.ts';
import { Unprocessable, wrongField } from '#server/lib/refusal.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { chosenRail, isMobileRail, railOf } from '#shared/reference/rails.ts';
import { currencyRuleOf } from '#shared/settings/settings.offer.ts';

/** Returns the rail of a method in a currency: `bank` is the only bank that is on there. */
export const railFor = (deps: SettingsPorts, currency: string, method: string): string =>
  chosenRail(method, currencyRuleOf(settingsOf(deps).offer, currency).methods);

/**
 * The payee by the rail that is meant, in its stored form. Refuses with invalid_input if that rail needs more, and with
 * payee_blocked a phone number that no money can be sent to.
 */
export function payeeByRail(
  deps: SettingsPorts,
  currency: string,
  details: PaymentDetails,
  path = 'paymentDetails.',
): PaymentDetails {
  const method = railFor(deps, currency, details.method);
  const missingField = railOf(method)?.fields.find(({ name, required }) => required && !details[name]);
  if (missingField) throw wrongField(`${path}${missingField.name}`, 'bank_account_incomplete');
  return storedPayee({ ...details, method }, path);
}

/** The id of a rail and the currency (ISO 4217) that it is to pay. */
export type ByRail = { method: string; currency: string };

/** Refuses with not_offered a payout by a rail that the currency is not paid out by. */
export function assertMethod(deps: SettingsPorts, { method, currency }: ByRail, field = 'paymentDetails.method'): void {
  if (currencyRuleOf(settingsOf(deps).offer, currency).methods.includes(method)) return;
  const offReason = reasonWith('payout_method_off', { currency });
  throw new Unprocessable('not_offered', offReason, { fields: { [field]: offReason } });
}

/**
 * The telephone of a mobile rail in E.164, with the name of the rail for that of a bank; other accounts as they are.
 * Refuses with payee_blocked a number that the rail cannot pay.
 */
export function storedPayee(details: PaymentDetails, path = 'paymentDetails.'): PaymentDetails {
  const rail = railOf(details.method);
  if (!rail || !isMobileRail(rail.id)) return details;
  const { number, problem } = readMobile(details.accountNumber, rail.countries);
  if (number !== null) return { ...details, accountNumber: number, bankName: rail.name };
  const reason = 'payee_mobile_wrong';
  throw new Unprocessable('payee_blocked', reason, { fields: { [`${path}accountNumber`]: reason }, finding: problem });
}
