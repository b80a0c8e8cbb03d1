import { endpoint } from '#shared/kernel/endpoint.ts';

export const getSitemap = endpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'Every public page and published article, for search engines',
  response: 'file',
  errors: [],
  limit: 'read',
});

export const getRobots = endpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What search engines may read, and where the sitemap is',
  response: 'file',
  errors: [],
  limit: 'read',
});

export const getSecurityContact = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  access: 'public',
  summary: 'Whom to write to about a weakness (RFC 9116)',
  response: 'file',
  errors: [],
  limit: 'read',
});
