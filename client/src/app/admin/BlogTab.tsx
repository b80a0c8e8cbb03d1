import { useSearchParams } from 'react-router-dom';
import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { NewsletterOfPost } from '#client/features/newsletter/admin/NewsletterOfPost.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** The operator's blog posts, how each is mailed, and below them the newsletter subscribers. */
export function BlogTab() {
  const [search] = useSearchParams();
  return (
    <>
      <BlogAdmin>{(post) => <NewsletterOfPost post={post} />}</BlogAdmin>
      {!search.get('post') && <SubscriberStats />}
    </>
  );
}
