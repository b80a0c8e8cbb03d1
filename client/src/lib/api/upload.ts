import i18next from 'i18next';
import { loadTexts } from '../i18n/i18n.ts';
import { CallError } from './call-error.ts';

export interface SendOptions {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  onUploadProgress: ((share: number) => void) | undefined;
}

/** fetch reports no upload progress, so this one case uses XMLHttpRequest. Loaded with the first upload. */
export function upload(
  { method, url, headers, body, onUploadProgress }: SendOptions,
  signal: AbortSignal,
): Promise<Response> {
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

/** Throws where a file of the form was changed or removed since it was chosen: no browser sends it then, and none says why. */
export async function assertUnchanged(form: FormData): Promise<void> {
  for (const value of form.values()) {
    if (!(value instanceof Blob)) continue;
    try {
      await value.slice(0, 1).arrayBuffer();
    } catch {
      await loadTexts('files');
      throw new CallError(0, 'unreadable', i18next.t('files:changed'));
    }
  }
}
