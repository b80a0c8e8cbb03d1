import { z } from 'zod';

// PostgreSQL refuses NUL, and a lone surrogate cannot be stored as UTF-8: both must be a 400, never a 500.
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Trimmed text that the database can store, between `min` and `most` characters. */
export function text(max: number, { min = 0, message }: { min?: number; message?: string } = {}) {
  return z
    .string(message)
    .trim()
    .refine((value) => !unstorable.test(value), {
      error: message ?? 'Please remove the characters that cannot be stored',
      abort: true,
    })
    .min(min, message)
    .max(max, `Please use at most ${max} characters`);
}

/** The one form in which an e-mail address is kept and looked up. Look-alikes of other scripts fold into it or stay refused. */
export function normalizeEmail(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}

/** An e-mail address in the one form the product keeps: NFKC, trimmed, lower case, at most 254 characters. */
export function email(message = 'Please enter a valid email address') {
  return z.string(message).max(254, message).transform(normalizeEmail).pipe(z.email(message));
}

/** Bytes of the text in UTF-8; every escaped byte of encodeURIComponent counts as one. */
function utf8Bytes(value: string): number {
  return encodeURIComponent(value).replace(/%../g, '.').length;
}

/** A password: bcrypt ignores everything after 72 bytes, so a longer one is refused instead of being cut. */
export function newPassword() {
  return z
    .string('Password must be at least 8 characters')
    .min(8, 'Password must be at least 8 characters')
    .refine((value) => !unstorable.test(value), {
      error: 'Please remove the characters that cannot be stored',
      abort: true,
    })
    .refine((value) => utf8Bytes(value) <= 72, 'Password must be at most 72 bytes long');
}

/** An id in a path or body. */
export const id = z.uuid('This id is not valid');

/** ISO 8601 in UTC, as every time on the wire. */
export const timestamp = z.iso.datetime();
