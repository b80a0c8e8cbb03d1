import { z } from 'zod';
import { isCommonPassword } from '#shared/reference/common-passwords.ts';
import { latinDigits } from './digits.ts';
import { emailPattern, normalizeEmail } from './email-address.ts';
import type { Id, IdKind } from './ids.ts';
import { plainLine, plainProse } from './plain-text.ts';
import { reason, reasonWith, type Reason } from './reason.ts';

// PostgreSQL refuses NUL, and a lone surrogate cannot be stored as UTF-8: both must be a 400, never a 500.
const unstorableCharacters = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A longer text than a line is prose. */
const maxLineLength = 300;

/**
 * A text that the database can store, trimmed, between `min` and `max` characters, in one spelling and without
 * invisible characters; `error` is the reason where it is not.
 */
export function text(max: number, { min = 0, error }: { min?: number; error?: Reason } = {}) {
  const plain = max > maxLineLength ? plainProse : plainLine;
  return (
    z
      .string(error)
      // Composing a long text takes disproportionate time: one that cannot fit is refused unchanged.
      .overwrite((value) => (value.length > 4 * max + 100 ? value : plain(value)))
      .trim()
      .refine((value) => !unstorableCharacters.test(value), {
        error: error ?? reason('characters_invalid'),
        abort: true,
      })
      .min(min, error)
      .max(max, 'text_too_long' satisfies Reason)
  );
}

/** The name of a person or of an account, with single blanks: a copied one may have more. */
export function nameText(max: number, rule?: { min?: number; error?: Reason }) {
  return text(max, rule).overwrite((name) => name.replace(/\p{Zs}+/gu, ' '));
}

/** The address of a coin as typed or pasted, possibly a whole payment link. */
export const coinAddress = text(1000, { min: 1, error: 'deposit_address_required' });

/** An e-mail address in its one stored form: NFKC, trimmed, lower case, its domain in ASCII, at most 254 characters. */
export function email(error: Reason = 'email_invalid') {
  return z
    .string(error)
    .max(254, error)
    .transform(normalizeEmail)
    .pipe(z.email({ error, pattern: emailPattern }).max(254, error));
}

/** A mailed code: six digits of any script. */
export function sixDigits(error: Reason) {
  return z
    .string(error)
    .transform((value) => latinDigits(value.trim()))
    .pipe(z.string().regex(/^\d{6}$/, error));
}

/** Digits and signs of an account, a telephone or a tag, whose digits may be typed in any script. */
export function digitText(max: number, rule?: { min?: number; error?: Reason }) {
  return text(max, rule).overwrite(latinDigits);
}

/** Bytes of the text in UTF-8; every escaped byte of encodeURIComponent counts as one. */
function utf8Bytes(value: string): number {
  return encodeURIComponent(value).replace(/%../g, '.').length;
}

/** Characters that a customer's password needs. */
export const minPasswordLength = 8;

/** Attackers guess more at passwords of members, who can pay out. The start requires this of ADMIN_PASSWORD too. */
export const minTeamPasswordLength = 12;

/** No password of 72 bytes has more characters, whatever their encoding. */
const maxTypedPassword = 1_000;

/** Normalises a password, independent of the keyboard it was typed on (RFC 8265). */
export function normalizePassword(input: string): string {
  return input.length > maxTypedPassword ? input : input.normalize('NFKC');
}

/**
 * A password in its one spelling: bcrypt ignores everything after 72 bytes, so a longer one is refused instead of being
 * cut.
 */
export function newPassword({ isOfTeam = false } = {}) {
  const tooShortReason = reason(isOfTeam ? 'password_too_short_for_team' : 'password_too_short');
  const minLength = isOfTeam ? minTeamPasswordLength : minPasswordLength;
  return z
    .string(tooShortReason)
    .overwrite(normalizePassword)
    .min(minLength, tooShortReason)
    .refine((value) => value.length < minLength || value.trim() !== '', reason('password_blank'))
    .refine((value) => !unstorableCharacters.test(value), {
      error: reason('characters_invalid'),
      abort: true,
    })
    .refine((value) => utf8Bytes(value) <= 72, reason('password_too_many_bytes'))
    .refine(
      // Reports one problem at a time.
      (value) => value.length < minLength || utf8Bytes(value) > 72 || !isCommonPassword(value),
      reason('password_common'),
    );
}

/** An id of a kind that the path or the caller knows. */
export const anyId = z.uuid(reason('id_invalid'));

/** The schema of the ids of one kind: UUIDs on the wire. */
export type IdSchema<Kind extends IdKind> = z.ZodType<Id<Kind>, Id<Kind>>;

/** An id of this kind in a path, a body or an answer. */
export function idOf<Kind extends IdKind>(_kind: Kind): IdSchema<Kind> {
  return anyId;
}

/** ISO 8601 in UTC, as every time on the wire. */
export const timestamp = z.iso.datetime();

/** True for a number of at most two decimals. */
export const isHundredths = (value: number) => Math.round(value * 100) === Number((value * 100).toFixed(6));

/** Per cents from `min` to `max` with at most two decimals; the refusal of any other input names both bounds. */
export function percentBetween(min: number, max: number) {
  const { reason: message, params } = reasonWith('rate_percent_invalid', { min, max });
  const bounded = z.number().min(min).max(max);
  // An input that is no number is refused here too: the issue of a wrong type could not carry the bounds.
  const checked = z.transform((input: number, context) => {
    if (!bounded.safeParse(input).success) context.addIssue({ code: 'custom', message, params });
    return input;
  });
  return checked.pipe(bounded.refine(isHundredths, reason('hundredths_only')));
}
