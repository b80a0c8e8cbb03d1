import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Router, type Request, type Response } from 'express';
import { describeApi } from './openapi.ts';

const inGzip = promisify(gzip);
const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const assets = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Landfall API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
// The validator would send the description to another site.
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', validatorUrl: null, deepLinking: true });\n`;

type DocsDeps = { publicUrl: string; env?: { apiDocs: boolean }; count: (request: IncomingMessage) => Promise<void> };

/** One file in memory, as it is and compressed, made when it is first asked for. */
type Held = { type: string; plain: Buffer; zipped: Buffer };

/**
 * The API's description at /api/openapi.json, and as HTML at /api/docs, within the site's own CSP. Counted like
 * renderings, and not served where API_DOCS is off: the description lists every admin route.
 */
export function docsRoutes({ publicUrl, env = { apiDocs: true }, count }: DocsDeps): Router {
  const router = Router();
  if (!env.apiDocs) return router;
  const serve = (path: string, type: string, textOf: () => string | Promise<string>) => {
    let held: Promise<Held> | undefined;
    const answer = async (request: Request, response: Response) => {
      await count(request);
      held ??= hold(type, textOf());
      send(request, response, await held);
    };
    router.get(path, (request, response) => answer(request, response));
  };
  serve('/api/openapi.json', 'application/json', () => JSON.stringify(describeApi(publicUrl)));
  serve('/api/docs', 'text/html', () => page);
  serve('/api/docs/start.js', 'text/javascript', () => start);
  for (const [name, type] of Object.entries(assets)) {
    serve(`/api/docs/${name}`, type, () => readFile(join(folder, name), 'utf8'));
  }
  return router;
}

async function hold(type: string, text: string | Promise<string>): Promise<Held> {
  const plain = Buffer.from(await text);
  return { type: `${type}; charset=utf-8`, plain, zipped: await inGzip(plain) };
}

function send(request: IncomingMessage, response: ServerResponse, { type, plain, zipped }: Held): void {
  const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const bytes = isZipped ? zipped : plain;
  response.setHeader('Content-Type', type);
  response.setHeader('Vary', 'Accept-Encoding');
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
