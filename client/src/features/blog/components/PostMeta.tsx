import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import type { PostSummary } from '../blog.queries.ts';
import { useArticleLanguage } from './useArticleLanguage.ts';

/** Author, date, reading time, and the language of the post if it differs from the reader's. */
export function PostMeta({ post }: { post: Pick<PostSummary, 'author' | 'publishDate' | 'readTime' | 'language'> }) {
  const { t } = useTranslation('blog');
  const languageName = useArticleLanguage().foreignName(post.language);
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-faint">
      <span className="wrap-anywhere">{post.author}</span>
      <Time at={post.publishDate} shape="date" />
      <span>{t('minutes', { count: post.readTime })}</span>
      {languageName && <span lang={post.language}>{languageName}</span>}
    </p>
  );
}
