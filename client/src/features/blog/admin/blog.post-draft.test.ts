import { expect, test } from 'vitest';
import { adminBlogPostView } from '#shared/blog/blog.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import type { AdminPost } from './blog.admin.queries.ts';
import { bodyOf, draftOf, isSame, parseStoredDraft, publishStateOf } from './blog.post-draft.ts';

const post: AdminPost = {
  ...blankOf(adminBlogPostView),
  title: 'A title',
  content: 'Words',
  language: 'de',
  category: 'Security',
  tags: ['fees', 'selling'],
  status: 'published',
  featured: true,
  publishDate: '2026-03-12T14:02:00.000Z',
  authorName: 'Landfall',
};

test('a post that is opened and saved says what it said before', () => {
  const body = bodyOf(draftOf(post));
  expect(post).toMatchObject(body);
  const said = ['title', 'content', 'excerpt', 'language', 'category', 'tags', 'featured', 'featuredImage'];
  expect(Object.keys(body).toSorted()).toEqual([...said, 'publishDate', 'authorName'].toSorted());
});

test('a kept draft comes back whole or not at all', () => {
  const stored = draftOf(post);
  const back = parseStoredDraft(JSON.parse(JSON.stringify(stored)));
  expect(back && isSame(back, stored)).toBe(true);
  expect(parseStoredDraft({ ...stored, title: 7 })).toBeUndefined();
  expect(parseStoredDraft({ ...stored, category: 'Gossip' })).toBeUndefined();
  expect(parseStoredDraft(null)).toBeUndefined();
});

test('a published post with a date to come is scheduled', () => {
  expect(publishStateOf(post)).toBe('published');
  expect(publishStateOf({ ...post, publishDate: '2999-01-01T00:00:00.000Z' })).toBe('scheduled');
  expect(publishStateOf({ status: 'draft', publishDate: '2999-01-01T00:00:00.000Z' })).toBe('draft');
});
