import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import { describeApi } from './openapi.ts';
import { sendJson } from './reply.ts';

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

/** The API's description at /api/openapi.json, and as HTML at /api/docs, within the site's own CSP. */
export function docsRoutes(publicUrl: string): Router {
  const router = Router();
  let description: string | undefined;
  router.get('/api/openapi.json', (_request, response) => {
    description ??= JSON.stringify(describeApi(publicUrl));
    sendJson(response, description);
  });
  router.get('/api/docs', (_request, response) => sendText(response, 'text/html', page));
  router.get('/api/docs/start.js', (_request, response) => sendText(response, 'text/javascript', start));
  for (const [name, type] of Object.entries(assets)) {
    router.get(`/api/docs/${name}`, async (_request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=3600');
      sendText(response, type, await readFile(join(folder, name), 'utf8'));
    });
  }
  return router;
}

function sendText(response: ServerResponse, type: string, text: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
