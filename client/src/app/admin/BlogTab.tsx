import { useSearchParams } from 'react-router-dom';
import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { NewsletterOfPost } from '#client/features/newsletter/admin/NewsletterOfPost.tsx';
import { NewsletterStrip } from '#client/features/newsletter/admin/NewsletterStrip.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** The tab of the blog: the newsletter that is being sent, the posts, and the subscribers. */
export function BlogTab() {
  const [search] = useSearchParams();
  const isList = !search.get('post');
  return (
    <div className="flex flex-col">
      {isList && <NewsletterStrip />}
      <BlogAdmin>{(post) => <NewsletterOfPost post={post} />}</BlogAdmin>
      {isList && <SubscriberStats />}
    </div>
  );
}
