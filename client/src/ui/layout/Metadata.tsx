import { createContext, use, useLayoutEffect } from 'react';
import { dropAbandonedMetadata } from '#client/lib/browser/server-metadata.ts';
import { useWaitingWork } from '#client/lib/browser/waiting-work.ts';

/** Metadata of a page for search engines and link previews; `url` is null if there is no preview. */
export interface SiteMetadata {
  url: string | null;
  /** False if search engines must not index it. */
  isForSearch: boolean;
  siteName: string;
  /** Description of pages that have none of their own. */
  description: string;
  /** The page's own picture, or the default one. */
  image: string | null;
  defaultImage: string;
  article: { published: string; changed: string; author: string } | null;
}

/** Only the SSR entry provides it: no browser needs it. */
export const SiteMetadataContext = createContext<SiteMetadata | null>(null);

/** The title of the window and the description of a page, which React hoists into the head. */
export function Metadata({ title, description }: { title: string; description?: string | undefined }) {
  const waitingWork = useWaitingWork();
  useLayoutEffect(dropAbandonedMetadata, []);
  return (
    <>
      <title>{waitingWork > 0 ? `(${waitingWork}) ${title}` : title}</title>
      {description && <meta name="description" content={description} />}
      {import.meta.env.SSR && <PreviewMetadata title={title} description={description} />}
    </>
  );
}

function PreviewMetadata({ title, description }: { title: string; description: string | undefined }) {
  const site = use(SiteMetadataContext);
  if (!site) return null;
  const text = description ?? site.description;
  const { url, article, image } = site;
  return (
    <>
      {!description && <meta name="description" content={text} />}
      {!site.isForSearch && <meta name="robots" content="noindex" />}
      {url !== null && (
        <>
          {site.isForSearch && <link rel="canonical" href={url} />}
          <meta property="og:type" content={article ? 'article' : 'website'} />
          <meta property="og:site_name" content={site.siteName} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={text} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={image ?? site.defaultImage} />
          {image === null && <meta property="og:image:width" content="1200" />}
          {image === null && <meta property="og:image:height" content="630" />}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {article && (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.changed} />
          <meta property="article:author" content={article.author} />
        </>
      )}
    </>
  );
}
