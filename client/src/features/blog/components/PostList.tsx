import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PostSummary } from '../blog.queries.ts';
import { Picture } from './Picture.tsx';
import { PostMeta } from './PostMeta.tsx';

/** Articles one below the other; each entry is a link as a whole. */
export function PostList({ posts, label }: { posts: readonly PostSummary[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line border-y border-line">
      {posts.map((post) => (
        <li key={post.id} className="relative grid gap-1 py-5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-6">
          <Topic post={post} />
          <div className="flex min-w-0 flex-col gap-1.5">
            <Headline post={post} />
            <PostMeta post={post} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The articles the operator features. */
export function FeaturedPosts({ posts, label }: { posts: readonly PostSummary[]; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <li key={post.id} className="card relative flex min-w-0 flex-col gap-2 p-5 has-[a:hover]:border-tide">
          {post.featuredImage && (
            <Picture src={post.featuredImage} alt="" className="mb-1 aspect-video w-full object-cover" />
          )}
          <Topic post={post} />
          <Headline post={post} />
          <div className="mt-auto pt-2">
            <PostMeta post={post} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows title and excerpt of a post; the link of the title covers the whole entry. */
function Headline({ post: { id, language, title, excerpt } }: { post: PostSummary }) {
  return (
    <>
      <h3 className="text-lg wrap-anywhere">
        <Link to={`/blog/${id}`} className="after:absolute after:inset-0 hover:text-tide">
          <bdi lang={language}>{title}</bdi>
        </Link>
      </h3>
      {excerpt && (
        <p className="max-w-[68ch] text-muted wrap-anywhere">
          <bdi lang={language}>{excerpt}</bdi>
        </p>
      )}
    </>
  );
}

/** The category of a post, by the name of its filter. */
export function Topic({ post: { topic } }: { post: Pick<PostSummary, 'topic'> }) {
  const { t } = useTranslation('blog');
  return <p className="text-sm font-medium text-tide">{t(`topics.${topic}`)}</p>;
}
