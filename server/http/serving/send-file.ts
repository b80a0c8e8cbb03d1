import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes to be handed out; `size` is null for what is made while sent, `inline` lets a browser show them. */
export type FileAnswer = {
  type: string;
  downloadName: string;
  inline: boolean;
} & (
  { stream: Readable; size: number | null; bytes?: undefined } | { bytes: Uint8Array; size: number; stream?: undefined }
);

/** Sends a file so that no browser can run it as part of the site. A client that hangs up in the middle is no error. */
export async function sendFile(response: ServerResponse, file: FileAnswer): Promise<void> {
  response.setHeader('Content-Type', file.type);
  if (file.size !== null) response.setHeader('Content-Length', file.size);
  response.setHeader('Content-Disposition', dispositionOf(file));
  response.setHeader(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (response.req.method === 'HEAD' || file.bytes) {
    file.stream?.destroy();
    response.end(file.bytes);
    return;
  }
  try {
    await pipeline(file.stream, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** RFC 6266: plain ASCII for old clients, the true name as UTF-8 beside it. */
function dispositionOf({ downloadName, inline }: FileAnswer): string {
  const plain = downloadName.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(downloadName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
