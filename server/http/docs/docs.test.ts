import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#tests/setup/listening.ts';
import { TooMany } from '../../lib/refusal.ts';
import { docsRoutes } from './docs.ts';

/** Serves the description to this many calls; returns its address. */
async function serveDocs(apiDocs: boolean, maxCalls = Infinity): Promise<string> {
  let count = 0;
  const router = docsRoutes({
    publicUrl: 'http://localhost:3000',
    env: { apiDocs },
    count: async () => {
      count += 1;
      if (count > maxCalls) throw new TooMany(60);
    },
  });
  const { url, close } = await serve((request, response) =>
    router(request as never, response as never, (error) => response.writeHead(error ? 429 : 404).end()),
  );
  onTestFinished(close);
  return url;
}

const files = ['docs', 'docs/start.js', 'docs/swagger-ui-bundle.js', 'docs/swagger-ui.css', 'openapi.json'];
const paths = files.map((file) => `/api/${file}`);

test('the description of the API is compressed, counted, and the same bytes each time', async () => {
  const url = await serveDocs(true, paths.length * 2);
  for (const path of paths) {
    const zipped = await fetch(url + path);
    const plain = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
    const encodings = [zipped, plain].map(({ headers }) => headers.get('content-encoding'));
    expect([zipped.status, ...encodings]).toEqual([200, 'gzip', null]);
    expect(await zipped.text()).toBe(await plain.text());
  }
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(429);
});

type DescribedPaths = Record<string, { post: { responses: Record<string, { content?: Record<string, object> }> } }>;

test('the description marks only an answer that may be missing as null', async () => {
  const response = await fetch(`${await serveDocs(true)}/api/openapi.json`);
  const { paths: describedPaths } = (await response.json()) as { paths: DescribedPaths };
  const responses = describedPaths['/api/admin/transactions/take-next']?.post.responses;
  expect(responses?.[204]).toEqual({ description: 'There is none' });
  expect(responses?.[200]?.content?.['application/json']).toEqual({
    schema: { $ref: '#/components/schemas/AdminOrderDetails' },
  });
});

test('the description hides the admin routes if they are switched off', async () => {
  const url = await serveDocs(false);
  for (const path of paths) expect((await fetch(url + path)).status).toBe(404);
});
