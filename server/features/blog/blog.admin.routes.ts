import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import * as blogAdmin from './blog.admin.service.ts';

type Deps = Platform & SettingsPorts;

/** Writing for readers. */
export function blogAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.adminListBlogPosts, async ({ query, reply }) => {
    const { items, total } = await blogAdmin.adminPosts(deps, query);
    reply.total(total);
    return items;
  });
  route(contract.adminGetBlogPost, ({ params }) => blogAdmin.adminPost(deps, params.id));
  route(contract.createBlogPost, ({ actor, body }) => blogAdmin.createPost(deps, actor, body));
  route(contract.updateBlogPost, ({ actor, params, body }) => blogAdmin.changePost(deps, actor, params.id, body));
  route(contract.deleteBlogPost, ({ actor, params }) => blogAdmin.removePost(deps, actor, params.id));
  route(contract.previewBlogPost, ({ body }) => blogAdmin.previewPost(deps, body.content));
  route(contract.uploadBlogImage, ({ actor, files }) => blogAdmin.addImage(deps, actor, files.image));

  return router;
}
