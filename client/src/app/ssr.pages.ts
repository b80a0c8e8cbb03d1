import { articlePage, blogPage } from '#client/features/blog/blog.drawn-pages.ts';
import { landingPage } from '#client/features/landing/landing.drawn-pages.ts';
import { offerPage } from '#client/features/offers/offers.drawn-pages.ts';
import type { DrawnPage } from '#client/ui/layout/drawn-page.ts';

/** The pages that the server draws with data, by their addresses in routes.ts. */
export const drawnPages: Readonly<Record<string, DrawnPage>> = {
  '/': landingPage,
  '/blog': blogPage,
  '/blog/:id': articlePage,
  '/o/:code': offerPage,
};
