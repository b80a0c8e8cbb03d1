import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import profiles from './demo.profiles.json' with { type: 'json' };

/** Fictitious customers of the demonstration, with long and short names: screens must hold both. */
export const demoProfiles = profiles.countries.flatMap(({ customers, ...country }) =>
  customers.map((customer) => ({ ...customer, ...country })),
);

export type DemoProfile = (typeof demoProfiles)[number];

/** The sign-in address of a demo customer. It ends in .test, which no mail server delivers to. */
export function demoEmail({ firstName, lastName }: DemoProfile): string {
  const mailboxName = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]+/g, '');
  return `${mailboxName}@demo.landfall.test`;
}

/** The payee of a customer of the demonstration: mobile money in Kenya, else a bank. */
export function demoPayee({ firstName, lastName, bank, ...profile }: DemoProfile, index: number): PaymentDetails {
  const accountName = `${firstName} ${lastName}`;
  if (profile.currency === 'KES')
    return { method: 'ke-mpesa', accountName, accountNumber: `+2547125501${String(10 + index)}`, bankName: 'M-Pesa' };
  const accountNumber = `01${String(23_884_421 + index)}`;
  // The layout of the demo's account has a column for it. Codes of six digits carry no check digit.
  const code = profile.currency === 'NGN' && { bankCode: '100004' };
  return { method: 'bank', accountName, accountNumber, bankName: bank, ...code };
}

export const blockedCustomer = 16;

/** True if this customer's identity was checked long ago. The last one has only just come: no order, no document. */
export function isVerified(index: number): boolean {
  return index % 3 !== 2 && index !== blockedCustomer && index !== demoProfiles.length - 1;
}
