import { reasonText } from '#server/lib/texts.ts';
import { errorStatus, type ErrorBody, type ErrorCode } from '#shared/kernel/error.ts';
import { isWhole, type Amount, type Asset, type Unit } from '#shared/kernel/money.ts';
import { reasonWith, type FilledReason, type Reason } from '#shared/kernel/reason.ts';

/** The codes that are answered with this status, so that a refusal cannot carry a code of another one. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorStatus)[Code] extends Status ? Code : never;
}[ErrorCode];

/** The reason: its name, or its name with the values for its text. */
export type RefusalReason = Reason | FilledReason;

/** The response body beside the refusal itself: `fields` is what to correct, by input; the rest is data of the code. */
export type RefusalExtra = { fields?: Record<string, RefusalReason>; [name: string]: unknown };

/**
 * A refusal we meant, thrown anywhere below a route and answered once, in errors.ts. It carries its reason as data; the
 * message is that reason's English text. Anything thrown that is not a Refusal is our bug and answers 500.
 */
export abstract class Refusal<Status extends number = number> extends Error {
  readonly code: ErrorCode;
  readonly because: FilledReason;
  readonly extra: RefusalExtra;
  readonly headers: Record<string, string>;

  constructor(
    code: CodeOf<Status>,
    reason: RefusalReason,
    extra: RefusalExtra = {},
    headers: Record<string, string> = {},
  ) {
    super(reasonText('en', filledReason(reason)));
    this.name = new.target.name;
    this.code = code;
    this.because = filledReason(reason);
    this.extra = extra;
    this.headers = headers;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The JSON body of the answer. */
  toBody(): ErrorBody {
    const { fields, ...data } = this.extra;
    return { ...data, ...errorBody(this.code, this.because, fields) };
  }
}

/** Body of a refusal: data, and its English text. */
export function errorBody(code: ErrorCode, reason: RefusalReason, fields?: Record<string, RefusalReason>): ErrorBody {
  const body: ErrorBody = { message: reasonText('en', filledReason(reason)), code, ...filledReason(reason) };
  if (!fields) return body;
  const fieldErrors = Object.entries(fields).map(([path, error]) => [path, filledReason(error)] as const);
  return {
    ...body,
    fields: Object.fromEntries(fieldErrors.map(([path, error]) => [path, reasonText('en', error)])),
    fieldErrors: Object.fromEntries(fieldErrors),
  };
}

const filledReason = (reason: RefusalReason): FilledReason => (typeof reason === 'string' ? { reason } : reason);

/** 400: the request itself is wrong; correct the fields and send it again. */
export class Invalid extends Refusal<400> {}

/** The refusal (400) of a value of one field, or of its absence. */
export function wrongField(field: string, reason: RefusalReason, code: CodeOf<400> = 'invalid_input'): Invalid {
  return new Invalid(code, reason, { fields: { [field]: reason } });
}

/** 401: the credentials identify no user. */
export class SignedOut extends Refusal<401> {
  constructor(reason: RefusalReason, code: CodeOf<401> = 'signed_out', extra?: RefusalExtra) {
    super(code, reason, extra);
  }
}

/** 403: known, but not allowed. For another user's rows use NotFound. */
export class Forbidden extends Refusal<403> {}

type MissingReason = Extract<Reason, `${string}_not_found`>;

/** 404. Another user's row and a missing row must be indistinguishable from outside. */
export class NotFound extends Refusal<404> {
  constructor(reason: MissingReason | (FilledReason & { reason: MissingReason })) {
    super('not_found', reason);
  }
}

/** 405: the path exists, this method does not. */
export class MethodNotAllowed extends Refusal<405> {
  constructor(allowed: readonly string[]) {
    const list = allowed.join(', ');
    super('method_not_allowed', reasonWith('method_not_allowed', { allowed: list }), {}, { Allow: list });
  }
}

/** 409: true when it was sent, but something else has changed since. */
export class Conflict extends Refusal<409> {}

/** 410: the row existed, and its time is over. */
export class Gone extends Refusal<410> {}

/** 413: too many bytes; the rest of the request is not read. */
export class TooLarge extends Refusal<413> {}

/** 415: bytes of a kind this address does not take. */
export class UnsupportedType extends Refusal<415> {}

/** 422: well formed, but a business rule refuses it. */
export class Unprocessable extends Refusal<422> {}

/** 429, with Retry-After in whole seconds. */
export class TooMany extends Refusal<429> {
  constructor(retryAfterSeconds: number, reason?: RefusalReason, extra: RefusalExtra = {}) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    super(
      'too_many_requests',
      reason ?? waitReason(seconds),
      { ...extra, retryAfterSeconds: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
}

function waitReason(seconds: number): FilledReason {
  if (seconds < 120) return reasonWith('attempts_wait_seconds', { seconds });
  return reasonWith('attempts_wait_minutes', { minutes: Math.ceil(seconds / 60) });
}

/** 503, with Retry-After: something the product depends on does not answer right now. */
export class Unavailable extends Refusal<503> {
  constructor(reason: RefusalReason = 'busy', retryAfterSeconds = 5) {
    super('unavailable', reason, {}, { 'Retry-After': String(retryAfterSeconds) });
  }
}

/** 503, with Retry-After: another caller holds the row for longer than this one waits. */
export class Busy extends Refusal<503> {
  constructor() {
    super('busy', 'busy', {}, { 'Retry-After': '5' });
  }
}

/** 507: the disk or bucket takes no more bytes. */
export class StorageFull extends Refusal<507> {
  constructor() {
    super('storage_full', 'files_unstorable');
  }
}

/**
 * Refuses with invalid_input, beside `field`, an amount finer than the smallest unit of its asset: it cannot be sent.
 */
export function assertWhole<Of extends Asset>(
  amount: Amount<Of>,
  unit: Unit<Of>,
  { symbol, field }: { symbol: string; field: string },
): void {
  if (isWhole(amount, unit)) return;
  const decimalsReason = reasonWith('too_many_decimals', { symbol, decimals: unit.decimals });
  throw new Invalid('invalid_input', decimalsReason, { fields: { [field]: decimalsReason } });
}
