import i18next from 'i18next';
import { CallError } from './call-error.ts';
import { recordNoResponse, recordResponse } from './online.ts';

export interface SendOptions {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  onUploadProgress: ((share: number) => void) | undefined;
}

function noResponseError(code: 'offline' | 'timeout'): CallError {
  recordNoResponse();
  return new CallError(0, code, i18next.t(`common:error.${code}`));
}

/** Sends a request. An abort by the caller is thrown as it is; no answer becomes a CallError with status 0. */
export async function send(sent: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(sent.timeoutMs);
  const signal = sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout;
  try {
    const response = sent.onUploadProgress ? await upload(sent, signal) : await plain(sent, signal);
    recordResponse();
    return response;
  } catch (error) {
    if (sent.signal?.aborted) throw sent.signal.reason ?? error;
    throw noResponseError(timeout.aborted ? 'timeout' : 'offline');
  }
}

function plain({ method, url, headers, body }: SendOptions, signal: AbortSignal): Promise<Response> {
  return fetch(url, { method, headers, body, signal, credentials: 'same-origin', cache: 'no-store' });
}

/** fetch reports no upload progress, so this one case uses XMLHttpRequest. */
function upload({ method, url, headers, body, onUploadProgress }: SendOptions, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onUploadProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('The upload got no answer.'));
    request.onabort = () => reject(new TypeError('The upload was stopped.'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body instanceof FormData || typeof body === 'string' ? body : null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const bodyless = request.status === 204 || request.status === 304;
  const bytes: unknown = request.response;
  return new Response(bodyless || !(bytes instanceof Blob) ? null : bytes, { status: request.status, headers });
}
