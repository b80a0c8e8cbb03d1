import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { UnsupportedType } from './refusal.ts';
import { refuseGone } from './request.ts';

/** Largest JSON body; files travel as multipart. */
const jsonLimit = '100kb';

const parseJson = express.json({ limit: jsonLimit, inflate: false, type: () => true });

/**
 * The JSON body of a request; `{}` when none was sent, so that the schema can name each missing field.
 * Refuses other content types, more than 100 KB and broken JSON.
 */
export async function readJsonBody(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Promise<unknown> {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return {};
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new UnsupportedType('unsupported_media_type', 'body_not_json');
  }
  refuseGone(request);
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  return request.body ?? {};
}
