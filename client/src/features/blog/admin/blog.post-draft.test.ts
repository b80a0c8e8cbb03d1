import { expect, test } from 'vitest';
import type { AdminPost } from './blog.admin.queries.ts';
import { bodyOf, draftOf, isSame, parseStoredDraft, publishStateOf } from './blog.post-draft.ts';

const post: AdminPost = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'A title',
  content: 'Words',
  excerpt: '',
  language: 'de',
  category: 'Security',
  tags: ['fees', 'selling'],
  status: 'published',
  featured: true,
  featuredImage: null,
  publishDate: '2026-03-12T14:02:00.000Z',
  authorName: 'Landfall',
  createdAt: '2026-03-12T14:02:00.000Z',
  updatedAt: '2026-03-12T14:02:00.000Z',
  version: 3,
};

test('a post that is opened and saved says what it said before', () => {
  expect(bodyOf(draftOf(post))).toEqual({
    title: 'A title',
    content: 'Words',
    excerpt: '',
    language: 'de',
    category: 'Security',
    tags: ['fees', 'selling'],
    featured: true,
    featuredImage: null,
    publishDate: '2026-03-12T14:02:00.000Z',
    authorName: 'Landfall',
  });
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
