import { articlePage, blogPage } from '#client/features/blog/blog.server-pages.ts';
import { landingPage } from '#client/features/landing/landing.server-pages.ts';
import { offerPage } from '#client/features/offers/offers.server-pages.ts';
import type { ServerPage } from '#client/ui/layout/server-page.ts';

/** The pages that the server draws with data, by their addresses in routes.ts. */
export const serverPages: Readonly<Record<string, ServerPage>> = {
  '/': landingPage,
  '/blog': blogPage,
  '/blog/:id': articlePage,
  '/o/:code': offerPage,
};
