import { createPaymentMethod } from '#shared/payment-methods/payment-methods.contract.ts';
import samples from '#shared/payment-methods/sample-methods.json' with { type: 'json' };

/** Prefix of every text in a sample, for customers and admins. */
export const sampleMark = 'SAMPLE - replace before use';

/**
 * The accounts a new installation starts with: a bank in each default currency and an e-wallet for pesos, as specified.
 * Numbers are zeros, which no bank issues, so that none can be paid into by mistake.
 */
export const sampleMethods = samples.map(({ displayName, ...sample }) =>
  createPaymentMethod.body.parse({
    ...sample,
    displayName: `${displayName} (SAMPLE)`,
    instructions: `${sampleMark}. This account receives nothing.`,
  }),
);
