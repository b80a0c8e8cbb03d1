import { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import * as blogAdmin from './blog.admin.service.ts';

type Deps = Platform & SettingsPorts;

/** Writing for readers. */
export function blogAdminRoutes(deps: Deps): Router {
  const router = Router();

  route(router, deps, contract.adminListBlogPosts, async ({ query, reply }) => {
    const { items, total } = await blogAdmin.adminPosts(deps, query);
    reply.total(total);
    return items;
  });
  route(router, deps, contract.adminGetBlogPost, ({ params }) => blogAdmin.adminPost(deps, params.id));
  route(router, deps, contract.createBlogPost, ({ actor, body }) => blogAdmin.createPost(deps, actor, body));
  route(router, deps, contract.updateBlogPost, ({ actor, params, body }) =>
    blogAdmin.changePost(deps, actor, params.id, body),
  );
  route(router, deps, contract.deleteBlogPost, ({ actor, params }) => blogAdmin.removePost(deps, actor, params.id));
  route(router, deps, contract.previewBlogPost, ({ body }) => blogAdmin.previewPost(deps, body.content));
  route(router, deps, contract.uploadBlogImage, ({ actor, files }) => blogAdmin.addImage(deps, actor, files.image));

  return router;
}
