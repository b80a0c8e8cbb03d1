import { useSearchParams } from 'react-router-dom';
import { NewsletterSlot } from '#client/ui/layout/admin/NewsletterSlot.tsx';
import { BlogAdmin } from './BlogAdmin.tsx';

/** The tab of the blog: the posts, with the newsletter that is being sent, and the subscribers. */
export function BlogTab() {
  const [search] = useSearchParams();
  const isList = !search.get('post');
  return (
    <div className="flex flex-col">
      <BlogAdmin />
      {isList && <NewsletterSlot part="subscribers" />}
    </div>
  );
}
