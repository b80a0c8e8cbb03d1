import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import { blogActions } from './blog.actions.service.ts';
import * as blogAdmin from './blog.admin.service.ts';

/** The routes of the posts that the team writes. */
export function blogAdminRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);

  route(contract.adminListBlogPosts, 'content.write', async ({ query, reply }) => {
    const { items, total } = await blogAdmin.adminPosts(deps, query);
    reply.total(total);
    return items;
  });
  route(contract.adminGetBlogPost, 'content.write', ({ params }) => blogAdmin.adminPost(deps, params.id));
  mountActions(route, 'content.write', deps, blogActions);
  route(contract.previewBlogPost, 'content.write', ({ body }) => blogAdmin.previewPost(deps, body.content));
  route(contract.uploadBlogImage, 'content.write', ({ actor, files }) => blogAdmin.addImage(deps, actor, files.image));

  return router;
}
