import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import type { PostSummary } from '../blog.queries.ts';

/** Who wrote it, when, and how long it takes to read. */
export function PostMeta({ post }: { post: Pick<PostSummary, 'author' | 'publishDate' | 'readTime'> }) {
  const { t } = useTranslation('blog');
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-faint">
      <span className="wrap-anywhere">{post.author}</span>
      <Time at={post.publishDate} shape="date" />
      <span>{t('minutes', { count: post.readTime })}</span>
    </p>
  );
}
