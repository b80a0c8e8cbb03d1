import { BlogDesk } from '#client/features/blog/admin/BlogDesk.tsx';
import { ReaderFigures } from '#client/features/newsletter/admin/ReaderFigures.tsx';

/** What the desk writes for readers, and how many have asked to be told. */
export function BlogTab() {
  return (
    <>
      <ReaderFigures />
      <BlogDesk />
    </>
  );
}
