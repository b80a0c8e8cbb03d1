import { useSearchParams } from 'react-router-dom';
import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** The operator's blog posts, and below them the newsletter subscriber count. */
export function BlogTab() {
  const [search] = useSearchParams();
  return (
    <>
      <BlogAdmin />
      {!search.get('post') && <SubscriberStats />}
    </>
  );
}
