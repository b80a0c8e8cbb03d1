import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { aCustomer, signedIn } from '#tests/factories/accounts.ts';
import { aPhoto } from '#tests/factories/kyc.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { deleteUnusedImages } from './blog.admin.service.ts';
import { renderMarkdown } from './blog.markdown.ts';
import { seedArticles } from './blog.service.ts';

const blogAdmin = openTestbed();
let token: string;
beforeAll(async () => {
  token = await signedIn(blogAdmin.app.call, adminEmail, adminPassword);
});

type Post = Record<string, unknown> & { id: string; title: string; version: number };
const path = '/api/admin/blog-posts';
const asAdmin = (method: string, at: string, json?: unknown) => blogAdmin.app.call(method, at, { token, json });
const read = (query = '') => blogAdmin.app.call('GET', `/api/blog-posts${query}`);
const titles = async (query: string) => ((await read(query)).body as unknown as Post[]).map(({ title }) => title);
const write = async (post: object = {}) =>
  (await asAdmin('POST', path, { title: 'A new coin', content: 'Some *words*.', ...post })).body as Post;
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a reader', () => {
  test('finds six articles on the first day, by filter and by search', async () => {
    const all = await read();
    expect(all.headers.get('x-total-count')).toBe('6');
    const posts = all.body as unknown as Post[];
    expect(posts.map(({ topic }) => topic)).toEqual(['guide', 'security', 'market', 'guide', 'news', 'news']);
    expect(posts.every((post) => !('content' in post))).toBe(true);
    expect(await titles('?category=security')).toEqual(['Seven habits that keep your coins and your payout safe']);
    expect(await titles('?category=guide')).toHaveLength(2);
    expect(await titles('?featured=1')).toHaveLength(3);
    expect(await titles('?q=DESTINATION%20tag&category=guide')).toHaveLength(2);
    expect(await titles('?q=100%25')).toEqual([]);
    expect(await titles('?page=2&pageSize=4')).toHaveLength(2);
    expect((await read('?category=gossip')).status).toBe(400);
  });

  test('is offered what is written in their language, and everything while there is nothing in it', async () => {
    expect(await titles('?language=de')).toHaveLength(6);
    const post = await write({ title: 'Gebühren erklärt', language: 'de', status: 'published', category: 'Security' });
    expect(await titles('?language=de')).toEqual(['Gebühren erklärt']);
    expect(await titles('?language=de&category=guide')).toEqual([]);
    expect(await titles('?language=en')).toHaveLength(6);
    expect(await titles('')).toHaveLength(7);
    expect((await read(`/${post.id}`)).body).toMatchObject({ language: 'de', related: [] });
    expect((await asAdmin('PUT', `${path}/${post.id}`, { excerpt: 'Kurz' })).body.language).toBe('de');
    expect((await asAdmin('PUT', `${path}/${post.id}`, { language: 'tlh' })).status).toBe(400);
    await asAdmin('DELETE', `${path}/${post.id}`);
    const [first] = (await read()).body as unknown as Post[];
    expect(first).toMatchObject({ language: 'en' });
  });

  test('reads the fees and limits that hold now, and what to read next', async () => {
    const [first] = (await read()).body as unknown as Post[];
    const { body } = await read(`/${first?.id}`);
    expect(body.content).toContain('5%, 4% above 5,000 USD, 3% above 10,000 USD');
    expect(body.content).toContain('for more than 1,000 USD within 30 days');
    expect(JSON.stringify(body)).not.toContain('{{');
    expect(body.content).toContain('<h2>What you need</h2>');
    const related = body.related as Post[];
    expect(related).toHaveLength(3);
    expect(related[0]?.category).toBe('Trading Tips');
    expect(related.map(({ id }) => id)).not.toContain(first?.id);
  });

  test('sees neither drafts nor what is scheduled, and cannot tell them from nothing', async () => {
    const draft = await write({ title: 'Not yet' });
    const scheduled = await write({ title: 'Quokkas', status: 'published', publishDate: soon(3_600_000) });
    const unknownId = await read('/00000000-0000-4000-8000-000000000000');
    expect(unknownId.status).toBe(404);
    expect((await read(`/${draft.id}`)).body).toEqual(unknownId.body);
    expect((await read(`/${scheduled.id}`)).body).toEqual(unknownId.body);
    expect(await titles('?q=quokka')).toEqual([]);
    await blogAdmin.rows(`update blog_posts set publish_date = now() - interval '1 second' where id = $1`, [
      scheduled.id,
    ]);
    expect(await titles('?q=quokka')).toEqual(['Quokkas']);
    for (const { id } of [draft, scheduled]) await asAdmin('DELETE', `${path}/${id}`);
  });

  test.each([
    ['<script>alert(1)</script>fine', 'fine'],
    ['[link](javascript:alert(1))', '<p><a>link</a></p>'],
    ['[link](//evil.test)', '<p><a>link</a></p>'],
    ['![x](data:image/svg+xml;base64,PHN2Zz4=)', '<p><img alt="x" loading="lazy" /></p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" alt="" loading="lazy" />'],
    ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', '<p></p>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<p style="position:fixed" onclick="x()">hi</p>', '<p>hi</p>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<p><a>x</a></p>'],
    ['# Big', '<h2>Big</h2>'],
    ['[out](https://x.test)', '<p><a href="https://x.test" rel="noopener noreferrer nofollow">out</a></p>'],
  ])('is never handed anything that runs: %s', async (content, html) => {
    const post = await write({ content, status: 'published' });
    expect((await read(`/${post.id}`)).body.content).toBe(html);
    expect((await asAdmin('POST', '/api/admin/blog-preview', { content })).body.html).toBe(html);
    await asAdmin('DELETE', `${path}/${post.id}`);
  });
});

describe('the administrator', () => {
  test('writes a draft with tags by commas, publishes it, takes it back and deletes it, all of it on record', async () => {
    const post = await write({ tags: ' fees, , selling ,fees', category: 'Security', featuredImage: '' });
    expect(post).toMatchObject({ status: 'draft', tags: ['fees', 'selling'], publishDate: null, featuredImage: null });
    expect(post).toMatchObject({ authorName: 'Landfall', version: 1 });
    const published = await asAdmin('PUT', `${path}/${post.id}`, { status: 'published' });
    expect(published.body).toMatchObject({ status: 'published', title: 'A new coin', version: 2 });
    expect(Date.parse(String(published.body.publishDate))).toBeLessThanOrEqual(Date.now());
    expect((await read(`/${post.id}`)).body).toMatchObject({ topic: 'security', readTime: 1 });
    await asAdmin('PUT', `${path}/${post.id}`, { status: 'draft' });
    expect((await read(`/${post.id}`)).status).toBe(404);
    expect((await asAdmin('DELETE', `${path}/${post.id}`)).status).toBe(204);
    expect((await asAdmin('DELETE', `${path}/${post.id}`)).status).toBe(404);
    const actions = await blogAdmin.rows(`select action from audit_log where subject_id = $1 order by id`, [post.id]);
    expect(actions.map(({ action }) => action)).toEqual(
      ['created', 'published', 'unpublished', 'deleted'].map((verb) => `blog_post.${verb}`),
    );
  });

  test.each([
    [{ title: '', content: 'x' }, 'title', 'Title and content are required'],
    [{ title: 'x' }, 'content', 'Title and content are required'],
    [{ title: 'x', content: '  ' }, 'content', 'Title and content are required'],
    [{ title: 'x', content: 'x', category: 'Gossip' }, 'category', 'Please select a category'],
    [{ title: 'x', content: 'x', featuredImage: 'javascript:alert(1)' }, 'featuredImage', /begins with https/],
    [{ title: 'x', content: 'x', featuredImage: '//evil.test/x.png' }, 'featuredImage', /begins with https/],
    [{ title: 'x', content: 'x', featuredImage: 'https://me@evil.test/' }, 'featuredImage', /begins with https/],
    [{ title: 'x', content: 'x', featuredImage: '/api/files/x.png' }, 'featuredImage', /begins with https/],
  ])('is told what is missing or wrong: %o', async (json, field, message) => {
    const { status, body } = await asAdmin('POST', path, json);
    expect(status).toBe(400);
    expect((body.fields as Record<string, string>)[field]).toMatch(message);
  });

  test('does not overwrite what was changed in another window', async () => {
    const post = await write();
    const mine = { version: post.version, title: 'Mine' };
    expect((await asAdmin('PUT', `${path}/${post.id}`, { version: 1, title: 'Theirs' })).status).toBe(200);
    expect(await asAdmin('PUT', `${path}/${post.id}`, mine)).toMatchObject({
      status: 409,
      body: { code: 'conflict', version: 2 },
    });
    const both = await Promise.all(
      [1, 2, 3].map((n) => asAdmin('PUT', `${path}/${post.id}`, { version: 2, title: `${n}` })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    await asAdmin('DELETE', `${path}/${post.id}`);
  });

  test('searches, filters, sorts and pages', async () => {
    const post = await write({ title: 'AAA comes first', tags: ['rare-word'], category: 'Cryptocurrency News' });
    const found = async (query: string) =>
      ((await asAdmin('GET', `${path}?${query}`)).body as unknown as Post[]).map(({ id }) => id);
    expect(await found('q=RARE-word')).toEqual([post.id]);
    expect((await found('sort=title'))[0]).toBe(post.id);
    expect(await found('status=draft')).toEqual([post.id]);
    expect(await found('status=scheduled')).toEqual([]);
    expect(await found('category=Cryptocurrency%20News')).toEqual([post.id]);
    expect(await found('status=published&pageSize=4&page=2')).toHaveLength(2);
    await asAdmin('DELETE', `${path}/${post.id}`);
  });
});

describe('an uploaded picture', () => {
  const upload = async (bytes?: Buffer) => {
    const body = new FormData();
    if (bytes) body.append('image', new Blob([new Uint8Array(bytes)]), 'harbour.png');
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${blogAdmin.app.url}/api/admin/blog-images`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { featuredImage: string; code: string } };
  };
  const statusFor = async (image: string, bearer?: string) =>
    (await blogAdmin.app.call('GET', image, { token: bearer })).status;

  test('is shown to readers while a published post uses it, and only then', async () => {
    const customer = await aCustomer(blogAdmin.app.call, blogAdmin.mailbox);
    const { featuredImage } = (await upload(aPhoto().bytes)).body;
    const post = await write({ featuredImage });
    expect([await statusFor(featuredImage), await statusFor(featuredImage, customer.token)]).toEqual([404, 404]);
    expect(await statusFor(featuredImage, token)).toBe(200);
    await asAdmin('PUT', `${path}/${post.id}`, { status: 'published' });
    const shown = await blogAdmin.app.call('GET', featuredImage);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300');
    await asAdmin('PUT', `${path}/${post.id}`, { status: 'draft' });
    expect(await statusFor(featuredImage)).toBe(404);
    expect(await statusFor('/api/blog-images/..%2f..%2fetc%2fpasswd', token)).toBe(404);
    await asAdmin('DELETE', `${path}/${post.id}`);
  });

  test('must be a picture, and is swept a day later when no post uses it', async () => {
    expect(await upload()).toMatchObject({ status: 400, body: { code: 'file_missing' } });
    expect(await upload(Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({ status: 415 });
    const [used, unused] = [(await upload(aPhoto().bytes)).body, (await upload(aPhoto().bytes)).body];
    await write({ featuredImage: used.featuredImage });
    await blogAdmin.rows(`update files set created_at = now() - interval '2 days' where purpose = 'blog'`);
    await deleteUnusedImages(blogAdmin.app.deps);
    expect(await statusFor(used.featuredImage, token)).toBe(200);
    expect(await statusFor(unused.featuredImage, token)).toBe(404);
  });
});

test('articles that the administrator deleted do not come back with the next start', async () => {
  await blogAdmin.rows('delete from blog_posts');
  await seedArticles(blogAdmin.app.deps);
  expect(await titles('')).toEqual([]);
});

test('a post nested so deeply that nobody could be shown it is refused at save, change and preview', async () => {
  const deep = [
    `${'> '.repeat(2_000)}deep`,
    `${'>'.repeat(2_000)}deep`,
    `${'- '.repeat(2_000)}deep`,
    `first\n${' '.repeat(4_000)}- deep`,
  ];
  const { id, version } = await write();
  for (const content of deep) {
    const refused = {
      status: 400,
      body: { code: 'invalid_input', fieldErrors: { content: { reason: 'post_nested_too_deep' } } },
    };
    expect(await asAdmin('POST', path, { title: 'Deep', content })).toMatchObject(refused);
    expect(await asAdmin('PUT', `${path}/${id}`, { title: 'Deep', content, version })).toMatchObject(refused);
    expect(await asAdmin('POST', '/api/admin/blog-preview', { content })).toMatchObject(refused);
  }
  const fine = `${'> '.repeat(20)}${'- '.repeat(20)}quoted`;
  expect((await asAdmin('POST', path, { title: 'Fine', content: fine })).status).toBe(201);
});

test('no element that the sanitizer takes for text without prose is read as prose here', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('sanitize-html'), 'utf8');
  const [, list = ''] = /options\.nonTextTags \|\| \[(.*?)\]/s.exec(source) ?? [];
  const tags = [...list.matchAll(/'([a-z]+)'/g)].map(([, tag = '']) => tag);
  expect(tags).toContain('xmp');
  for (const tag of tags) expect(renderMarkdown(`a<${tag}>alert(1)</${tag}>b`)).not.toContain('alert');
});

test('in production the sample articles are drafts that only the administrator sees', async () => {
  await blogAdmin.rows('delete from blog_posts');
  await blogAdmin.rows(`delete from blog_seedings where name = 'articles'`);
  const { deps } = blogAdmin.app;
  await seedArticles({ ...deps, env: { ...deps.env, production: true } });
  expect(await titles('')).toEqual([]);
  const [drafts] = await blogAdmin.rows(`select count(*)::int as count from blog_posts where status = 'draft'`);
  expect(drafts?.count).toBeGreaterThan(0);
});
