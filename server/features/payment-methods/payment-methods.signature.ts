import { signFields, verifyFields } from '#server/lib/keys.ts';
import type { PaymentMethodRow } from './payment-methods.queries.ts';

/** The signed fields of a receiving account: all that decides where customer money goes. */
export type SignedMethod = Pick<
  PaymentMethodRow,
  'id' | 'currency' | 'type' | 'name' | 'displayName' | 'accountDetails' | 'instructions' | 'isActive' | 'version'
>;

const purpose = 'payment method';

/** The keyed signature of an account; the key is derived from ENCRYPTION_KEY, outside the database. */
export function signMethod(encryptionKey: string, method: SignedMethod): Buffer {
  return signFields(encryptionKey, purpose, signedFieldsOf(method));
}

/** Whether the application wrote this account unchanged. */
export function isSignedMethod(encryptionKey: string, method: SignedMethod & { signature: Buffer }): boolean {
  return verifyFields(encryptionKey, purpose, signedFieldsOf(method), method.signature);
}

function signedFieldsOf(method: SignedMethod): unknown[] {
  const { id, currency, type, name, displayName, accountDetails, instructions, isActive, version } = method;
  // Entries and not the object: the order of the lines is part of what is shown.
  return [id, currency, type, name, displayName, Object.entries(accountDetails), instructions, isActive, version];
}
