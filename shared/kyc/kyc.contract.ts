import { z } from 'zod';
import { fileForReview } from '#shared/files/files.contract.ts';
import { action } from '#shared/kernel/action.ts';
import { dayRange, daysInOrder } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, nameText, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery, waitingSorts } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { kycStates, nameAtCheck } from '#shared/users/users.contract.ts';
import { documentTypes, kycDecisions, kycLikenesses, kycRequestStatuses, kycSides } from './kyc.rules.ts';

const requiredText = (max: number, error: Reason) => text(max, { min: 1, error });
/** A visible line: at least one letter, no control characters that reorder or hide the text beside them. */
const line = (field: ReturnType<typeof text>, error: Reason) =>
  field.refine(
    (value) => /(?!\p{Default_Ignorable_Code_Point})\p{L}/u.test(value) && !/[\p{Cc}\p{Bidi_Control}]/u.test(value),
    error,
  );

/** The customer states these beside the documents. The server computes the age by its own clock. */
export const kycClaims = z.object({
  documentType: z.enum(documentTypes, reason('document_type_required')),
  documentNumber: requiredText(60, 'document_number_required').regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u,
    reason('document_number_malformed'),
  ),
  fullName: line(nameText(120, { min: 1, error: 'legal_name_required' }), 'legal_name_required'),
  dateOfBirth: z.iso.date(reason('birth_date_required')),
  address: requiredText(300, 'home_address_required').regex(
    /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u,
    reason('home_address_required'),
  ),
  nationality: line(requiredText(80, 'nationality_required'), 'nationality_required'),
});
export type KycClaims = z.output<typeof kycClaims>;

export const kycStatusView = z.object({
  status: z.enum(kycStates),
  submittedAt: timestamp.nullable(),
  reviewedAt: timestamp.nullable(),
  /** The team's note for the customer, with the decision or when it revoked the approval. */
  reviewNotes: z.string().nullable(),
  /** The last day of the approved document, yyyy-mm-dd. */
  expiresOn: z.string().nullable(),
  /**
   * The last claims, to be submitted again once they have lost effect (null otherwise); the document number is masked.
   */
  previous: kycClaims
    .omit({ documentNumber: true })
    .extend({ dateOfBirth: z.string(), documentNumberMasked: z.string() })
    .nullable(),
});
export type KycStatusView = z.output<typeof kycStatusView>;

export const kycStatus = endpoint('GET /api/kyc/status', {
  access: 'customer',
  summary: 'Where the identity check of the signed-in person stands',
  response: kycStatusView,
});

export const submitKyc = endpoint('POST /api/kyc/submit', {
  access: 'customer',
  summary: 'Hand in identity documents; one open request at a time, a pending or approved one cannot be replaced',
  status: 201,
  form: {
    fields: kycClaims,
    files: {
      document: { accept: 'document', maxCount: 1 },
      documentBack: { accept: 'document', maxCount: 1 },
      selfie: { accept: 'screenshot', maxCount: 1 },
    },
  },
  response: kycStatusView,
  errors: [...fileErrors, 'conflict', 'not_found'],
  limit: 'upload',
  idempotent: true,
});

/** A request in the admin list; images are fetched with the Bearer header, and each view is audited. */
export const kycRequestView = z.object({
  id: idOf('kycRequest'),
  userId: idOf('user'),
  userName: z.string(),
  userEmail: markPersonal('email').nullable(),
  submittedAt: timestamp,
  status: z.enum(kycRequestStatuses),
  documentType: z.enum(documentTypes),
  frontImageUrl: z.string().nullable(),
  backImageUrl: z.string().nullable(),
  selfieUrl: z.string().nullable(),
  reviewNotes: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  /** The last day of the document, yyyy-mm-dd, as the reviewer read it. */
  expiresOn: z.string().nullable(),
  /** Time at which an approval was revoked or expired, and the reason why it was revoked. */
  endedAt: timestamp.nullable(),
  endedReason: z.string().nullable(),
});
export type KycRequestView = z.output<typeof kycRequestView>;

/** Claims are null once the user was deleted. */
export const kycRequestDetails = kycRequestView.extend({
  documentNumber: markPersonal('account').nullable(),
  fullName: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  /** In whole years, today. */
  age: z.number().int().nullable(),
  address: markPersonal('home').nullable(),
  nationality: z.string().nullable(),
  registeredName: z.string(),
  nameAtCheck,
  registeredCountry: z.string().nullable(),
  registeredAt: timestamp,
  files: z.array(fileForReview.extend({ side: z.enum(kycSides) })),
  earlier: z.array(kycRequestView),
  /** Requests of other users with the same document, each with the way it was recognised; only a few are listed. */
  sameDocument: z.array(
    z.object({
      id: idOf('kycRequest'),
      userName: z.string(),
      userEmail: markPersonal('email').nullable(),
      status: z.enum(kycRequestStatuses),
      by: z.array(z.enum(kycLikenesses)),
    }),
  ),
});
export type KycRequestDetails = z.output<typeof kycRequestDetails>;

const kycFilters = { status: z.enum(kycRequestStatuses).optional(), q: text(maxSearchLength).optional() };

export const listKycRequests = endpoint('GET /api/admin/kyc-requests', {
  may: 'kyc.read',
  summary: 'Identity requests: waiting ones first, oldest first, then the decided ones, newest first; or by submission',
  query: pageQuery.extend({
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    ...kycFilters,
    sort: z.enum(waitingSorts).default('waiting'),
  }),
  response: z.array(kycRequestView),
  paged: true,
});

export const exportKycRequests = endpoint('GET /api/admin/kyc-requests/export', {
  may: 'audit.read',
  summary: 'Identity requests of a range with their decisions as a CSV, newest first; filters as in the list. Audited',
  query: z.object({ ...kycFilters, ...dayRange }).refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

export const getKycRequest = endpoint('GET /api/admin/kyc-requests/:id', {
  may: 'kyc.read',
  summary: 'One identity request with the claimed details and earlier requests; the view is audited',
  response: kycRequestDetails,
  errors: ['not_found'],
});

const notesMissing = reason('review_notes_required');

export const reviewKyc = action('PUT /api/admin/kyc-requests/:id/review', {
  on: 'kyc_request',
  from: ['pending'],
  may: 'kyc.decide',
  summary: 'Approve (which asks for the password) or reject, with notes that the customer reads',
  stepUp: 'sometimes',
  body: z.object({
    status: z.enum(kycDecisions, reason('kyc_decision_required')),
    notes: text(2000, { min: 1, error: notesMissing }).regex(
      /(?!\p{Default_Ignorable_Code_Point})[^\p{Z}\p{C}]/u,
      notesMissing,
    ),
    /** The last day of an approved document, as yyyy-mm-dd; empty for one without. */
    expiresOn: z
      .string()
      .refine((day) => day === '' || z.iso.date().safeParse(day).success, reason('expiry_date_malformed'))
      .optional(),
  }),
  response: kycRequestDetails,
  errors: ['step_up_required'],
  audit: ['kyc.approved', 'kyc.rejected'],
});

const revokeReasonMissing = reason('revoke_reason_required');

export const revokeKyc = action('PUT /api/admin/kyc-requests/:id/revoke', {
  on: 'kyc_request',
  from: ['approved'],
  may: 'kyc.decide',
  summary: 'Revoke an approval with a reason that the customer reads; the limit holds again at once',
  body: z.object({
    reason: text(2000, { min: 1, error: revokeReasonMissing }).regex(
      /(?!\p{Default_Ignorable_Code_Point})[^\p{Z}\p{C}]/u,
      revokeReasonMissing,
    ),
  }),
  response: kycRequestDetails,
  audit: 'kyc.revoked',
});
