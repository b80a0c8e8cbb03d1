import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aPhoto } from '#tests/factories/kyc.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { deleteUnusedImages } from './blog.admin.service.ts';
import { renderMarkdown } from './blog.markdown.ts';
import { seedArticles } from './blog.service.ts';

const testbed = openTestbed();
const { app, rows } = testbed;
const admin = fixture(() => theAdmin(app));

type Post = Record<string, unknown> & { id: string; title: string; version: number };
const asAdmin = (method: string, path: string, json?: object) =>
  app.call(method, `/api/admin/${path}`, { token: admin.token, json });
const change = (post: Post, json: object) => asAdmin('PUT', `blog-posts/${post.id}`, json);
const remove = (post: Post) => asAdmin('DELETE', `blog-posts/${post.id}`);
const preview = (content: string) => asAdmin('POST', 'blog-preview', { content });
const read = (query = '') => app.call('GET', `/api/blog-posts${query}`);
const list = async (query = '') => (await read(query)).body as unknown as Post[];
const titles = async (query = '') => (await list(query)).map(({ title }) => title);
const published = { status: 'published' };

const writtenPosts: Post[] = [];
afterEach(async () => {
  for (const post of writtenPosts.splice(0)) await remove(post);
});
/** A post that is gone after the test. */
async function write(changes: object = {}): Promise<Post> {
  const { body } = await asAdmin('POST', 'blog-posts', { title: 'A new coin', content: 'Some *words*.', ...changes });
  writtenPosts.push(body as Post);
  return body as Post;
}

describe('a reader', () => {
  test('finds six articles on the first day by filter and by search', async () => {
    expect((await read()).headers.get('x-total-count')).toBe('6');
    const posts = await list();
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

  test('is offered articles in their language, or all of them if it has none', async () => {
    expect(await titles('?language=de')).toHaveLength(6);
    expect((await list())[0]).toMatchObject({ language: 'en' });
    const post = await write({ title: 'Gebühren erklärt', language: 'de', category: 'Security', ...published });
    expect(await titles('?language=de')).toEqual(['Gebühren erklärt']);
    expect(await titles('?language=de&category=guide')).toEqual([]);
    expect(await titles('?language=en')).toHaveLength(6);
    expect(await titles()).toHaveLength(7);
    expect((await read(`/${post.id}`)).body).toMatchObject({ language: 'de', related: [] });
    expect((await change(post, { excerpt: 'Kurz' })).body.language).toBe('de');
    expect((await change(post, { language: 'tlh' })).status).toBe(400);
  });

  test('reads the current fees and limits, and gets the next article', async () => {
    const [first] = await list();
    const { content, related } = (await read(`/${first?.id}`)).body as { content: string; related: Post[] };
    expect(content).toContain('5%, 4% above 5,000 USD, 3% above 10,000 USD');
    expect(content).toContain('for more than 1,000 USD within 30 days');
    expect(content).not.toContain('{{');
    expect(content).toContain('<h2>What you need</h2>');
    expect(related).toHaveLength(3);
    expect(related[0]?.category).toBe('Trading Tips');
    expect(related.map(({ id }) => id)).not.toContain(first?.id);
  });

  test('sees no drafts or scheduled posts, which look like missing ones', async () => {
    const publishDate = new Date(Date.now() + 3_600_000).toISOString();
    const unknownPost = await read('/00000000-0000-4000-8000-000000000000');
    expect(unknownPost.status).toBe(404);
    const hidden = [await write({ title: 'Quokkas' }), await write({ title: 'Quokkas', ...published, publishDate })];
    for (const { id } of hidden) expect((await read(`/${id}`)).body).toEqual(unknownPost.body);
    expect(await titles('?q=quokka')).toEqual([]);
    await rows(`update blog_posts set publish_date = now() - interval '1 second' where title = 'Quokkas'`);
    expect(await titles('?q=quokka')).toEqual(['Quokkas']);
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
  ])('never gets anything that runs: %s', async (content, html) => {
    const { id } = await write({ content, ...published });
    expect((await read(`/${id}`)).body.content).toBe(html);
    expect((await preview(content)).body.html).toBe(html);
  });
});

describe('the administrator', () => {
  test('writes, publishes, withdraws and deletes a post, each with an audit entry', async () => {
    const post = await write({ tags: ' fees, , selling ,fees', category: 'Security', featuredImage: '' });
    expect(post).toMatchObject({ status: 'draft', version: 1, publishDate: null, authorName: 'Landfall' });
    expect(post).toMatchObject({ tags: ['fees', 'selling'], featuredImage: null });
    const { body } = await change(post, published);
    expect(body).toMatchObject({ status: 'published', title: 'A new coin', version: 2 });
    expect(Date.parse(String(body.publishDate))).toBeLessThanOrEqual(Date.now());
    expect((await read(`/${post.id}`)).body).toMatchObject({ topic: 'security', readTime: 1 });
    await change(post, { status: 'draft' });
    expect((await read(`/${post.id}`)).status).toBe(404);
    expect([(await remove(post)).status, (await remove(post)).status]).toEqual([204, 404]);
    const actions = await rows(`select action from audit_log where subject_id = $1 order by id`, [post.id]);
    const verbs = ['created', 'published', 'unpublished', 'deleted'];
    expect(actions).toEqual(verbs.map((verb) => ({ action: `blog_post.${verb}` })));
  });

  const missingMessage = 'Title and content are required';
  const bothFields = { title: 'x', content: 'x' };
  test.each<readonly [object, string, string]>([
    [{ title: '', content: 'x' }, 'title', missingMessage],
    [{ title: 'x' }, 'content', missingMessage],
    [{ title: 'x', content: '  ' }, 'content', missingMessage],
    [{ ...bothFields, category: 'Gossip' }, 'category', 'Please select a category'],
    ...['javascript:alert(1)', '//evil.test/x.png', 'https://me@evil.test/', '/api/files/x.png'].map(
      (featuredImage) => [{ ...bothFields, featuredImage }, 'featuredImage', 'begins with https'] as const,
    ),
  ])('reads what is missing or wrong: %o', async (json, field, message) => {
    const { status, body } = await asAdmin('POST', 'blog-posts', json);
    expect(status).toBe(400);
    expect((body.fields as Record<string, string>)[field]).toContain(message);
  });

  test('does not overwrite changes from another window', async () => {
    const post = await write();
    expect(await outcome(change(post, { version: 1, title: 'Theirs' }))).toBe('200');
    const ownChange = await change(post, { version: post.version, title: 'Mine' });
    expect(ownChange).toMatchObject({ status: 409, body: { code: 'conflict', version: 2 } });
    const both = await Promise.all([1, 2, 3].map((n) => change(post, { version: 2, title: `${n}` })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('searches, filters, sorts and pages posts', async () => {
    const { id } = await write({ title: 'AAA comes first', tags: ['rare-word'], category: 'Cryptocurrency News' });
    const found = async (query: string) =>
      ((await asAdmin('GET', `blog-posts?${query}`)).body as unknown as Post[]).map((post) => post.id);
    for (const query of ['q=RARE-word', 'status=draft', 'category=Cryptocurrency%20News'])
      expect([query, ...(await found(query))]).toEqual([query, id]);
    expect((await found('sort=title'))[0]).toBe(id);
    expect(await found('status=scheduled')).toEqual([]);
    expect(await found('status=published&pageSize=4&page=2')).toHaveLength(2);
  });

  test('is refused a post nested too deeply to render, at save, change and preview', async () => {
    const quoted = ['> ', '>', '- '].map((sign) => `${sign.repeat(2_000)}deep`);
    const post = await write();
    for (const content of [...quoted, `first\n${' '.repeat(4_000)}- deep`]) {
      const json = { title: 'Deep', content };
      const fieldErrors = { content: { reason: 'post_nested_too_deep' } };
      for (const answer of [asAdmin('POST', 'blog-posts', json), change(post, json), preview(content)])
        expect(await answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fieldErrors } });
    }
    const { title } = await write({ content: `${'> '.repeat(20)}${'- '.repeat(20)}quoted` });
    expect(title).toBe('A new coin');
  });
});

describe('an uploaded picture', () => {
  const upload = async (bytes?: Buffer) => {
    const body = new FormData();
    if (bytes) body.append('image', new Blob([new Uint8Array(bytes)]), 'harbour.png');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const response = await fetch(`${app.url}/api/admin/blog-images`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { featuredImage: string; code: string } };
  };
  const aPicture = async () => (await upload(aPhoto().bytes)).body.featuredImage;
  const statusFor = async (image: string, { token }: { token?: string } = {}) =>
    (await app.call('GET', image, token === undefined ? {} : { token })).status;

  test('is shown to readers only while a published post uses it', async () => {
    const customer = await aSeller(app, testbed.database.pool);
    const featuredImage = await aPicture();
    const post = await write({ featuredImage });
    expect([await statusFor(featuredImage), await statusFor(featuredImage, customer)]).toEqual([404, 404]);
    expect(await statusFor(featuredImage, admin)).toBe(200);
    await change(post, published);
    const { status, headers } = await app.call('GET', featuredImage);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    await change(post, { status: 'draft' });
    expect(await statusFor(featuredImage)).toBe(404);
    expect(await statusFor('/api/blog-images/..%2f..%2fetc%2fpasswd', admin)).toBe(404);
  });

  test('must be a picture, and is deleted a day later if no post uses it', async () => {
    expect(await upload()).toMatchObject({ status: 400, body: { code: 'file_missing' } });
    expect(await upload(Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({ status: 415 });
    const usedPicture = await aPicture();
    const unused = await aPicture();
    await write({ featuredImage: usedPicture });
    await rows(`update files set created_at = now() - interval '2 days' where purpose = 'blog'`);
    await deleteUnusedImages(app.deps);
    expect([await statusFor(usedPicture, admin), await statusFor(unused, admin)]).toEqual([200, 404]);
  });
});

test('no element without prose is read as prose', async () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('sanitize-html'), 'utf8');
  const [, list = ''] = /options\.nonTextTags \|\| \[(.*?)\]/s.exec(source) ?? [];
  const tags = [...list.matchAll(/'([a-z]+)'/g)].map(([, tag = '']) => tag);
  expect(tags).toContain('xmp');
  for (const tag of tags) expect(await renderMarkdown(`a<${tag}>alert(1)</${tag}>b`)).not.toContain('alert');
});

test('articles that the administrator deleted do not return with the next start', async () => {
  await rows('delete from blog_posts');
  await seedArticles(app.deps);
  expect(await titles()).toEqual([]);
});

test('in production the sample articles are drafts that only the administrator sees', async () => {
  await rows('delete from blog_posts');
  await rows(`delete from blog_seedings where name = 'articles'`);
  await seedArticles({ ...app.deps, env: { ...app.deps.env, production: true } });
  expect(await titles()).toEqual([]);
  expect(await rows(`select 1 from blog_posts where status = 'draft'`)).not.toEqual([]);
});
