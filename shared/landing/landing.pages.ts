/** Pages for search engines, besides the articles; server-rendered, so that they can be read without a script. */
export const publicPages: readonly string[] = [
  '/',
  '/blog',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/login',
  '/register',
];
