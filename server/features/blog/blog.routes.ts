import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import { blogImage, publishedPost, publishedPosts } from './blog.service.ts';

/** A picture changes its address with its content; unpublishing its post takes it away within this time. */
const imageSeconds = 300;

/** An unpublished post is gone from a CDN within this time. */
const sharedSeconds = 30;

/** The public endpoints. */
export function blogRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);

  route(contract.listBlogPosts, 'public', async ({ query, reply }) => {
    const { items, total } = await publishedPosts(deps, query);
    reply.total(total);
    reply.shared(sharedSeconds, { byLanguage: true });
    return items;
  });
  route(contract.getBlogPost, 'public', async ({ params, reply }) => {
    const post = await publishedPost(deps, params.id);
    reply.shared(sharedSeconds, { byLanguage: true });
    return post;
  });
  route(contract.getBlogImage, 'public', async ({ actor, params, reply }) => {
    const { picture, isPublic } = await blogImage(deps, actor, params.filename);
    if (isPublic) reply.header('Cache-Control', `public, max-age=${imageSeconds}`);
    return picture;
  });

  return router;
}
