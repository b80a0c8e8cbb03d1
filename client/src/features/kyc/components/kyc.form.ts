import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { SessionUser } from '#client/lib/session/session.ts';
import { requiredFile } from '#client/ui/form/contract-schemas.ts';
import { digitsOf } from '#shared/kernel/digits.ts';
import { reasonWith, reason, type FilledReason } from '#shared/kernel/reason.ts';
import { kycClaims, reviewKyc } from '#shared/kyc/kyc.contract.ts';
import { ageProblem, minimumAge } from '#shared/kyc/kyc.rules.ts';
import type { KycFields, KycStatus } from '../kyc.queries.ts';

const dateParts = z.object({ day: z.string(), month: z.string(), year: z.string() });
/** A date as three text fields, as users type it. */
export type DateParts = z.infer<typeof dateParts>;

const isBlank = (parts: DateParts) => Object.values(parts).every((part) => part.trim() === '');

/** Three fields as yyyy-mm-dd; undefined when there is no such day. */
export function dateOfParts({ day, month, year }: DateParts): string | undefined {
  const d = digitsOf(day);
  const m = digitsOf(month);
  const y = digitsOf(year);
  if (y.length !== 4 || !d || !m) return undefined;
  const text = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return z.iso.date().safeParse(text).success ? text : undefined;
}

/** yyyy-mm-dd as three fields; empty ones for anything else. */
export function partsOfDate(day: string | undefined): DateParts {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  return { day: date, month, year };
}

const birth = dateParts.transform((parts, context) => {
  const refuse = ({ reason: message, params }: FilledReason) => {
    context.issues.push({ code: 'custom', message, params, input: parts });
    return z.NEVER;
  };
  if (isBlank(parts)) return refuse({ reason: 'birth_date_required' });
  const day = dateOfParts(parts);
  if (!day) return refuse({ reason: 'birth_date_malformed' });
  // A hint only: the server judges by its own clock.
  const problem = ageProblem(day, new Date().toISOString().slice(0, 10));
  if (problem === 'impossible') return refuse({ reason: 'birth_date_impossible' });
  return problem === 'tooYoung' ? refuse(reasonWith('too_young', { minimumAge })) : day;
});

/** The fields of a decision: a date that may be missing is an empty text. */
export const reviewForm = reviewKyc.body.pick({ notes: true }).extend({
  expiresOn: dateParts
    .transform((parts) => (isBlank(parts) ? '' : (dateOfParts(parts) ?? 'no such day')))
    .pipe(reviewKyc.body.shape.expiresOn.unwrap()),
});

const { documentType, documentNumber, fullName, nationality, address } = kycClaims.shape;

/** The request as a form schema, in screen order, which is the order of errors in the summary. */
export const kycForm = z.object({
  documentType,
  documentNumber,
  fullName,
  dateOfBirth: birth,
  nationality,
  address,
  document: requiredFile(reason('document_required')),
  documentBack: z.file().optional(),
  selfie: z.file().optional(),
});

export type KycFormInput = z.input<typeof kycForm>;
export type KycFormValues = z.output<typeof kycForm>;

/** Initial values of the form: those of the last request, or of the registration. */
export function defaultValuesOf(user: SessionUser, previousClaims: KycStatus['previous']): KycFormInput {
  const registeredName = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  return {
    documentType: previousClaims?.documentType ?? 'passport',
    documentNumber: '',
    fullName: previousClaims?.fullName ?? registeredName,
    dateOfBirth: partsOfDate(previousClaims?.dateOfBirth),
    nationality: previousClaims?.nationality ?? '',
    address: previousClaims?.address ?? '',
    document: undefined,
    documentBack: undefined,
    selfie: undefined,
  };
}

/** The fields as they are sent. */
export function fieldsOf(values: KycFormValues): KycFields {
  const { document: _document, documentBack: _documentBack, selfie: _selfie, ...fields } = values;
  return fields;
}

/** Each part of the form gets the whole form. */
export interface KycFormProp {
  form: UseFormReturn<KycFormInput, unknown, KycFormValues>;
}
