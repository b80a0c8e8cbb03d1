import { FeedError } from '#server/lib/feed-error.ts';
import { decimal, round, type Decimal } from '#shared/kernel/money.ts';
import { daySeconds } from '#shared/reference/units-of-time.ts';

export interface FeedRequest {
  url: string;
  headers?: Record<string, string>;
  /** JSON to POST; without it the request is a GET. */
  body?: string;
  /** Which statuses have an answer worth reading; 200 by default. */
  statuses?: readonly number[];
  /** Limit of the whole answer, body included, in ms. */
  timeoutMs?: number;
  maxBytes?: number;
}

/** Reads JSON from a provider without redirects, within 8 s and 2 MB. Throws FeedError for anything else. */
export async function fetchFeed(request: FeedRequest): Promise<unknown> {
  const bytes = await fetchFeedBytes(request);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new FeedError('the answer is not JSON', cause);
  }
}

/** Returns the bytes of the whole answer, unparsed. */
export async function fetchFeedBytes(request: FeedRequest): Promise<Buffer> {
  const { url, headers, body, statuses = [200], timeoutMs = 8_000, maxBytes = 2_000_000 } = request;
  const stopper = new AbortController();
  const timer = setTimeout(() => stopper.abort(new FeedError(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    const requestHeaders = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, {
      method,
      body,
      headers: requestHeaders,
      redirect: 'error',
      signal: stopper.signal,
    });
    if (!statuses.includes(response.status)) {
      throw new FeedError(`the answer has status ${response.status}`, undefined, retryAfterOf(response));
    }
    return await readBody(response, maxBytes);
  } catch (error) {
    // fetch hides the reason one level down; neither level holds the address.
    throw error instanceof FeedError ? error : new FeedError(`the connection failed: ${reasonOf(error)}`, error);
  } finally {
    clearTimeout(timer);
    // Releases a body that was not read to its end.
    stopper.abort();
  }
}

const maxRetryAfterSeconds = daySeconds;

/** Seconds; a date is measured against the provider's own clock, as ours may differ. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const msUntilDate = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  const waitSeconds = /^\d+$/.test(text) ? Number(text) : msUntilDate / 1000;
  return waitSeconds > 0 ? Math.min(Math.ceil(waitSeconds), maxRetryAfterSeconds) : undefined;
}

/** The body of an answer, read as it comes and no further than this. Throws FeedError for a longer one. */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // The stream of the DOM's types is not iterable; that of Node is.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new FeedError(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}

const minRate = decimal('0.000000000001');
const maxRate = decimal('1000000000000');

/** A provider's rate, above zero and plausible, at most 18 decimals stored; undefined for anything else. */
export function feedNumber(value: unknown): Decimal | undefined {
  return typeof value === 'number' ? feedText(String(value)) : undefined;
}

/** A provider's rate that is written as text, to the digit; undefined for anything that is none. */
export function feedText(value: unknown): Decimal | undefined {
  const exactRate = feedDecimal(value);
  const roundedRate = exactRate && round(exactRate, { decimals: 18 }, 'down');
  return roundedRate?.gte(minRate) && roundedRate.lte(maxRate) ? roundedRate : undefined;
}

/** Any number that a provider writes as text, below zero too; undefined for anything else. */
export function feedDecimal(value: unknown): Decimal | undefined {
  return typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i.test(value)
    ? decimal(value)
    : undefined;
}
