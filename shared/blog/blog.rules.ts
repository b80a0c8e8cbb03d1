export const blogCategories = [
  'Market Analysis',
  'Platform Updates',
  'Security',
  'Trading Tips',
  'Cryptocurrency News',
  'Company News',
] as const;
export type BlogCategory = (typeof blogCategories)[number];

/** Readers filter the posts by these topics; each category belongs to one. */
export const blogTopics = ['news', 'guide', 'market', 'security'] as const;
export type BlogTopic = (typeof blogTopics)[number];

const topicOfCategory: Record<BlogCategory, BlogTopic> = {
  'Market Analysis': 'market',
  'Platform Updates': 'news',
  'Cryptocurrency News': 'news',
  'Company News': 'news',
  Security: 'security',
  'Trading Tips': 'guide',
};

/** The reader's filter a category belongs to. */
export const topicOf = (category: BlogCategory): BlogTopic => topicOfCategory[category];

/** The categories behind a reader's filter. */
export function categoriesOf(topic: BlogTopic): BlogCategory[] {
  return blogCategories.filter((category) => topicOf(category) === topic);
}

const wordsPerMinute = 220;

/** Minutes to read a text in Markdown, at least one. Scripts without spaces count by characters. */
export function readingMinutes(content: string): number {
  const characters =
    content.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const words = content.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / wordsPerMinute + characters / (2 * wordsPerMinute)));
}

/** Tags from comma-separated text: trimmed, empty and repeated ones dropped. */
export function tagsOf(input: string): string[] {
  return [...new Set(input.split(',').map((tag) => tag.trim()))].filter(Boolean);
}
