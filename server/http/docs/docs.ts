import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { sendStatic, staticFileOf, type StaticFile } from '../serving/static.ts';
import { describeApi } from './openapi.ts';

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

/**
 * The API's description at /api/openapi.json, and as HTML at /api/docs, within the site's own CSP. It counts against
 * the limit of renderings and is not served where API_DOCS is off: it lists every admin route.
 */
export function docsRoutes({ publicUrl, env = { apiDocs: true }, count }: DocsDeps): Router {
  const router = Router();
  if (!env.apiDocs) return router;
  const serve = (path: string, type: string, textOf: () => string | Promise<string>) => {
    let file: Promise<StaticFile> | undefined;
    const read = async () => staticFileOf(await textOf(), `${type}; charset=utf-8`);
    const answer = async (request: Request, response: Response) => {
      await count(request);
      sendStatic(request, response, await (file ??= read()));
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
