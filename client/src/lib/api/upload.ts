import { assertUnchanged } from './changed-file.ts';

export interface SendOptions {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  onUploadProgress: ((share: number) => void) | undefined;
}

/**
 * Sends a request with upload progress, by XMLHttpRequest, because fetch reports none. The first upload loads this
 * file.
 */
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
    request.onerror = () =>
      assertUnchanged(body instanceof FormData ? body.values() : []).then(
        () => reject(new TypeError('The upload got no answer.')),
        reject,
      );
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
