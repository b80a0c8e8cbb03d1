import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { readingMinutes, type BlogCategory } from '#shared/blog/blog.rules.ts';
import shippedArticles from '#shared/reference/blog-articles.json' with { type: 'json' };
import { beginSeeding, insertPost } from './blog.queries.ts';

type Article = {
  title: string;
  excerpt: string;
  category: BlogCategory;
  tags: string[];
  featured: boolean;
  /** How old it is when the product starts for the first time. */
  daysOld: number;
  /** Paragraphs of Markdown; {{names}} are values of the settings, filled in when it is read. */
  content: string[];
};
const articles = shippedArticles as Article[];

/** Writes the shipped articles once per installation: drafts in production, where no one has reviewed them. */
export async function seedArticles(deps: Pick<Platform, 'inTx' | 'now' | 'env'> & SettingsPorts): Promise<void> {
  const { name: authorName } = settingsOf(deps).brand;
  await deps.inTx(async (tx) => {
    if (!(await beginSeeding(tx, 'articles'))) return;
    for (const { daysOld, content: paragraphs, ...article } of articles) {
      const { title, excerpt, tags } = article;
      const content = paragraphs.join('\n\n');
      const at = new Date(deps.now().getTime() - daysOld * dayMs);
      const { id } = await insertPost(tx, {
        ...article,
        content,
        authorName,
        status: deps.env.production ? 'draft' : 'published',
        publishDate: deps.env.production ? null : at,
        createdAt: at,
        updatedAt: at,
        readMinutes: readingMinutes(content),
        search: [title, excerpt, tags.join(' '), content].join('\n').toLowerCase(),
      });
      await recordAudit(tx, 'system', 'blog_post.seeded', { type: 'blog_post', id }, { title });
    }
  });
}
