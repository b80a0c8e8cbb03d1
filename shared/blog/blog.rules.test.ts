import { expect, test } from 'vitest';
import { blogCategories, blogTopics, categoriesOf, readingMinutes, tagsOf, topicOf } from './blog.rules.ts';

test('every category has exactly one filter for readers', () => {
  expect(blogTopics.flatMap(categoriesOf).toSorted()).toEqual([...blogCategories].toSorted());
  expect(categoriesOf('news')).toEqual(['Platform Updates', 'Cryptocurrency News', 'Company News']);
  expect(topicOf('Trading Tips')).toBe('guide');
});

test('the administrator separates tags by commas, and empty or repeated ones are dropped', () => {
  expect(tagsOf(' fees , ,selling,fees,  first sale ,')).toEqual(['fees', 'selling', 'first sale']);
  expect(tagsOf(' , ,')).toEqual([]);
});

test('a text takes at least one minute to read, and counts without spaces too', () => {
  expect(readingMinutes('short')).toBe(1);
  expect(readingMinutes('word '.repeat(1100))).toBe(5);
  expect(readingMinutes('字'.repeat(1320))).toBeGreaterThanOrEqual(3);
});
