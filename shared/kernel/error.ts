import type { FilledReason } from './reason.ts';

/** Every code of a refusal with its HTTP status, for both sides: a server cannot refuse with any other. */
export const errorStatus = {
  invalid_input: 400,
  invalid_json: 400,
  invalid_code: 400,
  file_missing: 400,
  signed_out: 401,
  role_changed: 401,
  wrong_credentials: 401,
  verification_required: 403,
  second_factor_required: 403,
  forbidden: 403,
  not_permitted: 403,
  not_author: 403,
  own_case: 403,
  second_factor_setup_required: 403,
  blocked: 403,
  kyc_required: 403,
  step_up_required: 403,
  not_found: 404,
  invitation_unknown: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_decided: 409,
  quote_changed: 409,
  rate_changed: 409,
  quote_used: 409,
  hash_used: 409,
  verdict_needs_reason: 409,
  warning_needs_reason: 409,
  customer_blocked: 409,
  idempotency_mismatch: 409,
  in_use: 409,
  already_member: 409,
  is_customer: 409,
  already_invited: 409,
  email_taken: 409,
  already_active: 409,
  last_owner: 409,
  confirmation_required: 409,
  invitation_used: 409,
  not_enough: 409,
  own_request: 409,
  facts_changed: 409,
  expired: 409,
  choice_unavailable: 409,
  settlement_missing: 409,
  second_user_needed: 409,
  payout_exists: 409,
  payout_batched: 409,
  payout_released: 409,
  release_first: 409,
  payouts_taken: 409,
  batch_changed: 409,
  period_closed: 409,
  period_order: 409,
  not_reconciled: 409,
  file_changed: 409,
  offer_over: 410,
  file_too_large: 413,
  body_too_large: 413,
  file_type: 415,
  unsupported_media_type: 415,
  evidence_missing: 422,
  proof_missing: 422,
  refund_address_missing: 422,
  rate_unavailable: 422,
  not_offered: 422,
  address_unavailable: 422,
  above_maximum: 422,
  below_minimum: 422,
  payment_method_unavailable: 422,
  link_expired: 422,
  payee_blocked: 422,
  too_many_rows: 422,
  unbalanced: 422,
  missing_rate: 422,
  match_amount: 422,
  import_unreadable: 422,
  no_email: 422,
  spread_over_limit: 422,
  statement_unreadable: 422,
  statement_unbalanced: 422,
  statement_other_account: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  busy: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/**
 * The body of every answer that refuses a request. `reason` and `params` name the text in the reader's language;
 * `message` is that text in English. `fields` and `fieldErrors` hold both for each input to correct, by its path.
 */
export interface ErrorBody extends FilledReason {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  fieldErrors?: Record<string, FilledReason>;
  [extra: string]: unknown;
}

/** Reasons why a file is refused, for any purpose. */
export const fileErrors = ['file_missing', 'file_type', 'file_too_large'] as const satisfies ErrorCode[];
