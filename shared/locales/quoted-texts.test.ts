import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every text that the error catalogue of the specification quotes; what it writes in braces is a blank here. */
const signingIn = ['Login failed', 'Please check your credentials and try again.', 'Registration failed'];
const tokens = ['log in', 'login'].map((verb) => `No authentication token found. Please ${verb} again.`);
const codes = ['Verification failed', 'Verification Failed', 'Invalid or expired OTP code.', 'Invalid OTP'];
const codesAgain = ['Failed to resend OTP', 'Resend Failed', 'Failed to Resend'];
const selling = ['Please log in to sell cryptocurrency', 'Rate not available', 'Address not available'];
const sold = ['Order submitted successfully', 'Your crypto sell order has been placed and will be processed shortly.'];
const exchanging = ['Calculation Error', 'Failed to calculate exchange rate', 'Submission Error'];
const proofs = ['Upload Error', 'Failed to upload payment proof', 'Failed to download file'];
const orders = ['Failed to submit transaction', 'Failed to load transaction details', 'Transaction not found'];
const done = ['Address copied!', 'Success!', 'Profile Updated', 'Verification Submitted'];
const others = ['HTTP {{status}}: {{statusText}}', 'Error', 'Submission Failed', 'Page Not Found'];
const retries = ['Failed to submit order. Please try again.', 'Failed to submit KYC documents. Please try again.'];
const quoted = [
  ...[signingIn, tokens, codes, codesAgain, selling, sold, exchanging, proofs, orders, done, others, retries].flat(),
  'Sorry, there was an error submitting your request. Please try again or contact support directly at {{email}}',
  'Payment proof uploaded successfully. Redirecting to transaction history...',
];

const english = new URL('./en/', import.meta.url);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('every text quoted in the specification’s error catalogue is in the product, to the letter', () => {
  const catalogues = readdirSync(english).map((name): unknown =>
    JSON.parse(readFileSync(new URL(name, english), 'utf8')),
  );
  const texts = new Set(catalogues.flatMap(textsIn));
  expect(quoted.filter((text) => !texts.has(text))).toEqual([]);
});
