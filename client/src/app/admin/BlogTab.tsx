import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** The operator's blog posts, and the newsletter subscriber count. */
export function BlogTab() {
  return (
    <>
      <SubscriberStats />
      <BlogAdmin />
    </>
  );
}
