import type { BlogCategory } from '#shared/blog/blog.rules.ts';

export type Article = {
  title: string;
  excerpt: string;
  category: BlogCategory;
  tags: string[];
  featured: boolean;
  /** How old it is when the product starts for the first time. */
  daysOld: number;
  /** Markdown; {{names}} are values of the settings, filled in when it is read. */
  content: string;
};
