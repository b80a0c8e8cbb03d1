import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors, type ErrorCode } from '#shared/kernel/error.ts';

/** Refusals every endpoint may answer with, beside its own. */
const commonCodes: ErrorCode[] = [
  'invalid_input',
  'too_many_requests',
  'internal',
  'unavailable',
  'busy',
  'storage_full',
];
const bodyCodes: ErrorCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type'];
const signedInCodes: ErrorCode[] = [
  'signed_out',
  'role_changed',
  'blocked',
  'forbidden',
  'second_factor_setup_required',
];
const adminCodes: ErrorCode[] = ['not_permitted'];
const stepUpCodes: ErrorCode[] = ['step_up_required'];
const repeatCodes: ErrorCode[] = ['idempotency_mismatch'];

/** Every code that an endpoint may refuse with: those of its kind, and those that its contract declares. */
export function refusalCodesOf({ access, errors, stepUp, body, form, idempotent }: Endpoint): ReadonlySet<ErrorCode> {
  return new Set([
    ...commonCodes,
    ...(body || form ? bodyCodes : []),
    ...(form ? fileErrors : []),
    ...(access === 'public' ? [] : signedInCodes),
    ...(access === 'admin' ? adminCodes : []),
    ...(stepUp ? stepUpCodes : []),
    ...(idempotent ? repeatCodes : []),
    ...errors,
  ]);
}

/** Learns of a refusal whose code is not in the contract: callers who read the contract do not expect it. */
export type OnUndeclared = (endpoint: Pick<Endpoint, 'method' | 'path'>, code: ErrorCode) => void;
