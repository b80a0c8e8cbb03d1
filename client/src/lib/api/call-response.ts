import i18next from 'i18next';
import { loadErrors } from '../i18n/errors.ts';
import { parseJson } from '../storage/local-storage.ts';
import { CallError, isErrorBody } from './call-error.ts';

/** A successful answer: its body, the total of a paged list, the name of a file. */
export interface ParsedResponse {
  body: unknown;
  total?: number;
  fileName?: string;
}

function callErrorOf(response: Response, text: string): CallError {
  const body = parseJson(text);
  const waitS = Number(response.headers.get('Retry-After') ?? '');
  const retryAfterS = waitS > 0 ? waitS : undefined;
  if (isErrorBody(body)) return new CallError(response.status, body.code, body.message, body, retryAfterS);
  // The response came from an intermediary such as a proxy, not from our server: its page does not help a customer.
  const message = i18next.t('common:error.unexpected', { status: response.status });
  const code = response.status === 503 ? 'unavailable' : 'internal';
  return new CallError(response.status, code, message, { statusText: response.statusText }, retryAfterS);
}

function fileNameOf(disposition: string | null): string | undefined {
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encodedName ? decodeURIComponent(encodedName) : /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
}

/** Reads an answer: JSON as value, other bytes as a Blob; a refusal is thrown as CallError, and so is 202. */
export async function parseResponse(response: Response): Promise<ParsedResponse> {
  if (!response.ok) {
    const [text] = await Promise.all([response.text(), loadErrors()]);
    throw callErrorOf(response, text);
  }
  if (response.status === 204) return { body: undefined };

  const disposition = response.headers.get('Content-Disposition');
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  if (!isJson || disposition) {
    const fileName = fileNameOf(disposition);
    return { body: await response.blob(), ...(fileName ? { fileName } : {}) };
  }
  const body = parseJson(await response.text());
  if (body === undefined) throw new CallError(response.status, 'unreadable', i18next.t('common:error.unreadable'));
  if (response.status === 202) {
    // The action was not carried out: screens must not treat this as a success.
    throw new CallError(202, 'approval_pending', i18next.t('common:error.waitsForSecond'));
  }
  const total = response.headers.get('X-Total-Count');
  return total === null ? { body } : { body, total: Number(total) };
}
