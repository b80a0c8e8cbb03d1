import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { app } = openTestbed();
const read = async (path: string) => {
  const { status, headers, body } = await app.call('GET', path);
  return { status, type: headers.get('content-type'), text: body as unknown as string };
};

test('a search engine finds the public pages and the published articles, and no draft', async () => {
  const draft = await (await theAdmin(app)).post('blog-posts', { title: 'x', content: 'x' });
  const { status, type, text } = await read('/sitemap.xml');
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(text).toContain('<loc>http://localhost:3000/</loc>');
  expect(text.match(/<loc>http:\/\/localhost:3000\/blog\/[0-9a-f-]{36}<\/loc><lastmod>/g)).toHaveLength(6);
  expect(text).not.toContain(String(draft.body.id));
});

test('a search engine reads which pages are private and where the sitemap is', async () => {
  const { status, text } = await read('/robots.txt');
  expect(status).toBe(200);
  expect(text).toContain('Disallow: /admin\n');
  expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

test('a user who installs the product on a device reads its name and tagline there', async () => {
  const owner = await theAdmin(app);
  const shown = async () => {
    const { type, text } = await read('/manifest.webmanifest');
    expect(type).toBe('application/manifest+json; charset=utf-8');
    return (typeof text === 'string' ? JSON.parse(text) : text) as object;
  };
  const shipped = 'The secure platform for selling your cryptocurrency at the best rates.';
  expect(await shown()).toMatchObject({ name: 'Landfall', description: shipped, start_url: '/' });
  await owner.put('settings', { brand: { name: 'Hafen', tagline: 'Fast & "fair"' } });
  expect(await shown()).toMatchObject({ name: 'Hafen', short_name: 'Hafen', description: 'Fast & "fair"' });
});

test('a finder of a weakness reads the contact, its expiry and its languages', async () => {
  const { status, type, text } = await read('/.well-known/security.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^Contact: mailto:support@landfall\.test$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now() + 80 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  expect(text).toContain('Canonical: http://localhost:3000/.well-known/security.txt\n');
});

test('a page may not use camera, microphone or position', async () => {
  const page = await app.call('GET', '/');
  expect(page.headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  expect((await app.call('GET', '/api/settings')).headers.get('permissions-policy')).toBeNull();
});
