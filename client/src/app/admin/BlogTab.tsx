import { BlogAdmin } from '#client/features/blog/admin/BlogAdmin.tsx';
import { SubscriberStats } from '#client/features/newsletter/admin/SubscriberStats.tsx';

/** What the desk writes for readers, and how many have asked to be told. */
export function BlogTab() {
  return (
    <>
      <SubscriberStats />
      <BlogAdmin />
    </>
  );
}
