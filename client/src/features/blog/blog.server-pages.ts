import { idIn, prefetchQuery, prefetchRow, type ServerPage, type Site } from '#client/ui/layout/server-page.ts';
import { languageCodes } from '#shared/reference/languages.ts';
import { frontQueries, postQuery, type Post } from './blog.queries.ts';

/** The blog without search or filter, as the server draws it. */
export const blogPage: ServerPage = {
  async prefetch(context) {
    const language = languageCodes.find((code) => code === context.language);
    for (const query of frontQueries(language)) await prefetchQuery(context, query);
    return true;
  },
};

/** One article, as the server draws it. */
export const articlePage: ServerPage = {
  prefetch: (context) => prefetchRow(context, postQuery(idIn(context.path))),
  metadataOf({ client, path }, site) {
    const post = client.getQueryData(postQuery(idIn(path)).queryKey);
    return post ? metadataOfPost(post, site) : undefined;
  },
};

function metadataOfPost(post: Post, { publicUrl, publisher }: Site) {
  const url = `${publicUrl}/blog/${post.id}`;
  const image = post.featuredImage && new URL(post.featuredImage, publicUrl).href;
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    inLanguage: post.language,
    headline: post.title,
    description: post.excerpt,
    datePublished: post.publishDate,
    dateModified: post.updatedAt,
    author: { '@type': 'Person', name: post.author },
    publisher,
    mainEntityOfPage: url,
    url,
    ...(image ? { image } : {}),
  };
  return {
    structuredData: [posting],
    image,
    article: { published: post.publishDate, changed: post.updatedAt, author: post.author },
  };
}
