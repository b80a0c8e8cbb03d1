import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { TooMany } from '../../lib/refusal.ts';
import { docsRoutes } from './docs.ts';

/** Serves the description to `count` calls. */
async function served(apiDocs: boolean, count = Infinity) {
  let left = count;
  const router = docsRoutes({
    publicUrl: 'http://localhost:3000',
    env: { apiDocs },
    count: async () => {
      left -= 1;
      if (left < 0) throw new TooMany(60);
    },
  });
  const server = createServer((request, response) =>
    router(request as never, response as never, (error) => response.writeHead(error ? 429 : 404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const paths = [
  '/api/docs',
  '/api/docs/start.js',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/swagger-ui.css',
  '/api/openapi.json',
];

test('the description of the API is compressed, counted, and the same bytes each time', async () => {
  const { url, close } = await served(true, paths.length * 2);
  for (const path of paths) {
    const [zipped, plain] = [
      await fetch(url + path),
      await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } }),
    ];
    expect([zipped.status, zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      200,
      'gzip',
      null,
    ]);
    expect(await zipped.text()).toBe(await plain.text());
  }
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(429);
  close();
});

test('an answer of which there may be none is described as such, and what there is as never null', async () => {
  const { url, close } = await served(true);
  const { paths: described } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      { post: { responses: Record<string, { content?: { 'application/json': { schema: object } } }> } }
    >;
  };
  const { responses } = described['/api/admin/transactions/take-next']?.post ?? { responses: {} };
  expect(responses[204]).toEqual({ description: 'There is none' });
  expect(responses[200]?.content?.['application/json'].schema).toMatchObject({ type: 'object' });
  close();
});

test('where it is switched off nobody reads which admin routes there are', async () => {
  const { url, close } = await served(false);
  for (const path of paths) expect((await fetch(url + path)).status).toBe(404);
  close();
});
