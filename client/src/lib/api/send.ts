import i18next from 'i18next';
import { CallError } from './call-error.ts';
import { recordNoResponse, recordResponse } from './online.ts';
import type { SendOptions } from './upload.ts';

function noResponseError(code: 'offline' | 'timeout'): CallError {
  recordNoResponse();
  return new CallError(0, code, i18next.t(`common:error.${code}`));
}

/** Sends a request. An abort by the caller is thrown as it is; no answer becomes a CallError with status 0. */
export async function send(sent: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(sent.timeoutMs);
  const signal = sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout;
  try {
    const response = await (sent.onUploadProgress ? (await import('./upload.ts')).upload : plain)(sent, signal);
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
