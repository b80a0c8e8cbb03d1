import type { PaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';

type Sample = Pick<
  PaymentMethodView,
  'currency' | 'country' | 'type' | 'name' | 'displayName' | 'accountDetails' | 'instructions' | 'sortOrder'
>;

/** Prefix of every text in a sample, for customers and admins. */
export const sampleMark = 'SAMPLE - replace before use';

const sample = (method: Omit<Sample, 'instructions'>): Sample => ({
  ...method,
  displayName: `${method.displayName} (SAMPLE)`,
  instructions: `${sampleMark}. This account receives nothing.`,
});

/**
 * The accounts a new installation starts with: a bank in each default currency and an e-wallet for pesos, as specified.
 * Numbers are zeros, which no bank issues, so that none can be paid into by mistake.
 */
export const sampleMethods: readonly Sample[] = [
  sample({
    currency: 'USD',
    country: 'US',
    type: 'bank',
    name: 'usd-bank',
    displayName: 'US bank transfer',
    accountDetails: {
      'Bank name': 'Sample Bank (USA)',
      'Account name': 'SAMPLE Desk Inc.',
      'Account number': '000000000000',
      'Routing number': '000000000',
    },
    sortOrder: 1,
  }),
  sample({
    currency: 'PHP',
    country: 'PH',
    type: 'bank',
    name: 'php-bank',
    displayName: 'Philippine bank transfer',
    accountDetails: {
      'Bank name': 'Sample Bank (Philippines)',
      'Account name': 'SAMPLE Desk Inc.',
      'Account number': '000000000000',
    },
    sortOrder: 1,
  }),
  sample({
    currency: 'PHP',
    country: 'PH',
    type: 'ewallet',
    name: 'php-ewallet',
    displayName: 'E-wallet',
    accountDetails: { 'Account name': 'SAMPLE Desk', 'Mobile number': '0900 000 0000' },
    sortOrder: 2,
  }),
  sample({
    currency: 'NGN',
    country: 'NG',
    type: 'bank',
    name: 'ngn-bank',
    displayName: 'Nigerian bank transfer',
    accountDetails: {
      'Bank name': 'Sample Bank (Nigeria)',
      'Account name': 'SAMPLE Desk Ltd.',
      'Account number': '0000000000',
    },
    sortOrder: 1,
  }),
  sample({
    currency: 'HKD',
    country: 'HK',
    type: 'bank',
    name: 'hkd-bank',
    displayName: 'Hong Kong bank transfer',
    accountDetails: {
      'Bank name': 'Sample Bank (Hong Kong)',
      'Bank code': '000',
      'Account name': 'SAMPLE Desk Ltd.',
      'Account number': '000-000000-000',
    },
    sortOrder: 1,
  }),
];
