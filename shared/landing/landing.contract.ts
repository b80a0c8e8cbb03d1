import { endpoint } from '#shared/kernel/endpoint.ts';

export const getSitemap = endpoint('GET /sitemap.xml', {
  access: 'public',
  summary: 'Every public page and published article, for search engines',
  response: 'file',
});

export const getRobots = endpoint('GET /robots.txt', {
  access: 'public',
  summary: 'What search engines may read, and where the sitemap is',
  response: 'file',
});

export const getManifest = endpoint('GET /manifest.webmanifest', {
  access: 'public',
  summary: 'What a device shows of the product once it is installed: its name, its tagline and its icons',
  response: 'file',
});

export const getSecurityContact = endpoint('GET /.well-known/security.txt', {
  access: 'public',
  summary: 'Whom to write to about a weakness (RFC 9116)',
  response: 'file',
});
