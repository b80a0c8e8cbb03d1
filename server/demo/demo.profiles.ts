import profiles from './demo.profiles.json' with { type: 'json' };

/** Made-up customers of the demonstration, with long and short names: screens must hold both. */
export const demoProfiles = profiles.countries.flatMap(({ customers, ...country }) =>
  customers.map((customer) => ({ ...customer, ...country })),
);

export type DemoProfile = (typeof demoProfiles)[number];

/** The sign-in address of a demo customer. It ends in .test, which no mail server delivers to. */
export function demoEmail({ firstName, lastName }: DemoProfile): string {
  const plain = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]+/g, '');
  return `${plain}@demo.landfall.test`;
}

export const blockedCustomer = 16;

/** Whether this customer's identity was checked long ago. The last one has only just come: no order, no document. */
export function isVerified(index: number): boolean {
  return index % 3 !== 2 && index !== blockedCustomer && index !== demoProfiles.length - 1;
}
