import i18next from 'i18next';
import type { Api } from '#shared/api.ts';
import { uploadTimeoutMs } from '#shared/reference/limits.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { isUserActive } from '../session/activity.ts';
import { deviceTokens } from '../session/device.ts';
import { signInPrompt, stepUpPrompt } from '../session/prompts.ts';
import { clearToken, endSessionFor, readToken } from '../session/token.ts';
import { CallError } from './call-error.ts';
import { bodyOf, urlOf, type RequestParts } from './call-request.ts';
import { parseResponse, type ParsedResponse } from './call-response.ts';
import { recordNoResponse, recordResponse } from './online.ts';
import type { SendOptions } from './upload.ts';

export { CallError, hasCode, isUnexplained } from './call-error.ts';

/** Every call of the API by 'METHOD /path', as the contracts declare them. */
export type Route = keyof Api;

// An argument with only optional fields may be left out; one that the endpoint does not take is a type error.
type RequestPart<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : object extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** Options of any call. */
export interface CallExtras {
  signal?: AbortSignal | undefined;
  /** Calls with the same key have the same result: make one key per attempt of a user, and reuse it for retries. */
  idempotencyKey?: string | undefined;
  /** Share of the upload done, 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined;
  /** Bytes of the answer that have arrived. */
  onDownloadProgress?: ((bytes: number) => void) | undefined;
  timeoutMs?: number | undefined;
  /**
   * Sends If-None-Match with the last known version, and returns the last body if nothing changed. For polled lists.
   */
  conditionalGet?: boolean | undefined;
  /**
   * `fail` throws on a 401 at once, as calls of administrators do: their screens offer to sign in again. By default a
   * dialog asks for the password and the call is repeated.
   */
  whenSignedOut?: 'ask' | 'fail' | undefined;
}

/** The parts of a call that identify its answer: path parameters, query and body. */
export type RouteArgs<R extends Route> = RequestPart<'params', Api[R]['params']> &
  RequestPart<'query', Api[R]['query']> &
  RequestPart<'body', Api[R]['body']>;

export type CallOptions<R extends Route> = RouteArgs<R> & RequestPart<'form', Api[R]['form']> & CallExtras;

type Args<R extends Route> = object extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

type AnyOptions = CallExtras & RequestParts;

// Comparing the options of every route in one type costs the compiler seconds.
const optionsIn = ([options]: readonly unknown[]) => options as AnyOptions | undefined;

const plainTimeoutMs = 20_000;
const responseCache = new Map<string, { etag: string; parsed: ParsedResponse }>();

/** Drops every cached list: no data of one user may be shown to the next. */
export function clearResponseCache(): void {
  responseCache.clear();
}

async function attempt(method: string, url: string, options: AnyOptions): Promise<ParsedResponse> {
  const token = readToken();
  // Texts that the server writes, such as a receipt, come in the language chosen here.
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (token && !isUserActive()) headers.set('X-Background', '1');
  if (url === '/api/login') headers.set('X-Device', deviceTokens());
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);

  const cacheKey = `${token ?? ''} ${url}`;
  const cachedResponse = options.conditionalGet ? responseCache.get(cacheKey) : undefined;
  if (cachedResponse) headers.set('If-None-Match', cachedResponse.etag);

  const body = bodyOf(options, headers);
  const timeoutMs = options.timeoutMs ?? (options.form ? uploadTimeoutMs : plainTimeoutMs);
  const { signal, onUploadProgress } = options;
  const response = await send({ method, url, headers, body, signal, timeoutMs, onUploadProgress });

  if (response.status === 304 && cachedResponse) return cachedResponse.parsed;
  const parsedResponse = await parseResponse(withProgress(response, options.onDownloadProgress));
  const etag = response.headers.get('ETag');
  if (options.conditionalGet && etag) responseCache.set(cacheKey, { etag, parsed: parsedResponse });
  return parsedResponse;
}

/** The response, with its bytes reported as they arrive. */
function withProgress(response: Response, report: CallExtras['onDownloadProgress']): Response {
  if (!report || !response.ok || !response.body) return response;
  let bytes = 0;
  const byteCounter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      report(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(byteCounter), response);
}

async function request(route: string, options: AnyOptions = {}): Promise<ParsedResponse> {
  const [method = 'GET', path = '/'] = route.split(' ');
  const url = urlOf(path, options);
  try {
    return await attempt(method, url, options);
  } catch (error) {
    if (!(error instanceof CallError) || endSessionFor(error.reason)) throw error;
    if (error.code === 'step_up_required' && (await stepUpPrompt.ask())) return attempt(method, url, options);
    const signedOut = error.status === 401 && error.code !== 'wrong_credentials';
    const { whenSignedOut = path.startsWith('/api/admin/') ? 'fail' : 'ask' } = options;
    if (!signedOut || !readToken() || whenSignedOut === 'fail') throw error;
    if (await signInPrompt.ask()) return attempt(method, url, options);
    clearToken();
    throw error;
  }
}

/** Calls the API and gives the answer's body. Throws CallError, or the signal's reason when it was aborted. */
export async function call<R extends Route>(route: R, ...args: Args<R>): Promise<Api[R]['output']> {
  const parsedResponse = await request(route, optionsIn(args));
  // The server has parsed the answer by the route's contract.
  return parsedResponse.body as Api[R]['output'];
}

/** The result of a route: a list with its total, the bytes of a file, or a value, as its contract declares it. */
export type ApiData<R extends Route> = {
  page: { items: Api[R]['output']; total: number };
  file: Blob;
  value: Api[R]['output'];
}[Api[R]['shape']];

/**
 * Calls the API and returns the answer in the shape that its contract declares. Throws as `call` does. `args` are those
 * of the route, which its callers check.
 */
export async function callData<R extends Route>(route: R, args: object, extras: CallExtras): Promise<ApiData<R>> {
  const { body, total } = await request(route, { ...args, ...extras });
  // A route with a total is a paged one in its contract too.
  return (total === undefined ? body : { items: body, total }) as ApiData<R>;
}

/** Fetches a file with the bearer header: its bytes and the name the server gave it. */
export async function callFile<R extends Route>(route: R, ...args: Args<R>): Promise<{ blob: Blob; name: string }> {
  const { body, fileName } = await request(route, optionsIn(args));
  if (!(body instanceof Blob)) throw new CallError(0, 'unreadable', 'The answer was not a file.');
  return { blob: body, name: fileName ?? 'download' };
}

function noResponseError(code: 'offline' | 'timeout'): CallError {
  recordNoResponse();
  return new CallError(0, code, i18next.t(`common:error.${code}`));
}

/**
 * Sends a request. An abort by the caller is rethrown unchanged; a missing answer becomes a CallError with status 0.
 */
async function send(sendOptions: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(sendOptions.timeoutMs);
  const signal = sendOptions.signal ? AbortSignal.any([sendOptions.signal, timeout]) : timeout;
  try {
    const response = await (sendOptions.onUploadProgress ? (await import('./upload.ts')).upload : fetchPlainly)(
      sendOptions,
      signal,
    );
    recordResponse();
    return response;
  } catch (error) {
    if (sendOptions.signal?.aborted || error instanceof CallError) throw sendOptions.signal?.reason ?? error;
    throw noResponseError(timeout.aborted ? 'timeout' : 'offline');
  }
}

function fetchPlainly({ method, url, headers, body }: SendOptions, signal: AbortSignal): Promise<Response> {
  return fetch(url, { method, headers, body, signal, credentials: 'same-origin', cache: 'no-store' });
}
