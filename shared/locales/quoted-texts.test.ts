import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every text that the error catalogue of the specification quotes; what it writes in braces is a blank here. */
const quoted = [
  'HTTP {{status}}: {{statusText}}',
  'No authentication token found. Please log in again.',
  'No authentication token found. Please login again.',
  'Login failed',
  'Please check your credentials and try again.',
  'Registration failed',
  'Verification failed',
  'Verification Failed',
  'Invalid or expired OTP code.',
  'Invalid OTP',
  'Failed to resend OTP',
  'Resend Failed',
  'Failed to Resend',
  'Error',
  'Failed to submit order. Please try again.',
  'Please log in to sell cryptocurrency',
  'Rate not available',
  'Address not available',
  'Calculation Error',
  'Failed to calculate exchange rate',
  'Submission Error',
  'Failed to submit transaction',
  'Upload Error',
  'Failed to upload payment proof',
  'Failed to load transaction details',
  'Transaction not found',
  'Failed to download file',
  'Submission Failed',
  'Failed to submit KYC documents. Please try again.',
  'Sorry, there was an error submitting your request. Please try again or contact support directly at {{email}}',
  'Page Not Found',
  'Order submitted successfully',
  'Your crypto sell order has been placed and will be processed shortly.',
  'Address copied!',
  'Success!',
  'Payment proof uploaded successfully. Redirecting to transaction history...',
  'Profile Updated',
  'Verification Submitted',
];

const english = new URL('./en/', import.meta.url);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('every text that the error catalogue of the specification quotes is a text of the product, to the letter', () => {
  const catalogues = readdirSync(english).map((name): unknown =>
    JSON.parse(readFileSync(new URL(name, english), 'utf8')),
  );
  const texts = new Set(catalogues.flatMap(textsIn));
  expect(quoted.filter((text) => !texts.has(text))).toEqual([]);
});
