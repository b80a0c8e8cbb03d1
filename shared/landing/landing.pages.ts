/** Pages that search engines may keep, besides the articles; the server draws them, so that they can be read without a script. */
export const publicPages: readonly string[] = [
  '/',
  '/blog',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/login',
  '/register',
];
