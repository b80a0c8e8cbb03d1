import { useSearchParams } from 'react-router-dom';
import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { NewsletterOfPost } from '#client/features/newsletter/admin/NewsletterOfPost.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** The operator's blog posts, how each is mailed, and the newsletter subscribers below them. */
export function BlogTab() {
  const [search] = useSearchParams();
  return (
    <div className="flex flex-col">
      <BlogAdmin>{(post) => <NewsletterOfPost post={post} />}</BlogAdmin>
      {/* The post that is being sent comes first. */}
      {!search.get('post') && (
        <div className="has-[progress]:order-first has-[progress]:pt-4">
          <SubscriberStats />
        </div>
      )}
    </div>
  );
}
