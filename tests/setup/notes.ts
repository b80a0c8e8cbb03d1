import { Router } from 'express';
import { z } from 'zod';
import { jsonText, notModified } from '#server/http/reply.ts';
import { route, type RouteDeps } from '#server/http/route.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, text } from '#shared/kernel/fields.ts';

const base = { errors: [], limit: 'read', summary: 'test' } as const;
const get = { ...base, method: 'GET', access: 'public' } as const;
const note = z.object({ title: text(20, { min: 2, error: 'name_required' }), tags: z.array(text(10)).optional() });
const shown = z.object({ title: z.string() });
const listed = z.array(z.looseObject({}));
const page = z.coerce.number().int().default(1);
const asked = z.object({ page, tag: z.union([z.string(), z.array(z.string())]).optional() });
const adding = { ...base, method: 'POST', path: '/api/notes' } as const;
const byMembers = { ...base, access: 'admin', may: 'member', response: 'empty' } as const;
const contract = {
  add: endpoint({ ...adding, access: 'customer', status: 201, body: note, response: shown }),
  list: endpoint({ ...get, path: '/api/notes', query: asked, response: listed }),
  one: endpoint({ ...get, path: '/api/notes/:id', access: 'customer', params: z.object({ id }), response: shown }),
  clear: endpoint({ ...byMembers, method: 'DELETE', path: '/api/notes' }),
  fatal: endpoint({ ...byMembers, method: 'POST', path: '/api/fatal', stepUp: true }),
  go: endpoint({ ...get, path: '/go', query: z.object({ next: z.string() }), response: 'redirect' }),
  fails: endpoint({ ...get, path: '/api/fails/:how', params: z.object({ how: z.string() }), response: shown }),
  download: endpoint({ ...get, path: '/api/download', response: 'file' }),
};

const failures: Record<string, () => Error> = {
  bug: () => new TypeError('secret detail'),
  moved: () => new Conflict('quote_changed', 'sell_rate_changed', { quote: { netAmount: 1 } }),
  gone: () => Object.assign(new Error('terminating connection'), { code: '57P01' }),
  bytes: () => Object.assign(new Error('invalid byte sequence "ann@example.com"'), { code: '22021' }),
  full: () => Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
};

/** A feature as small as can be, to try the platform itself. */
export function notesRoutes(deps: RouteDeps): Router {
  const router = Router();
  route(router, deps, contract.add, ({ body, actor }) => {
    return { title: `${body.title} by ${actor.userId}`, passwordHash: 'leak' };
  });
  route(router, deps, contract.list, ({ query, reply }) => {
    if (reply.etag(`list-${query.page}`)) return notModified;
    reply.total(7);
    return jsonText(`[${JSON.stringify(query)}]`);
  });
  route(router, deps, contract.one, ({ params }) => ({ title: params.id }));
  route(router, deps, contract.clear, () => undefined);
  route(router, deps, contract.fatal, () => undefined);
  route(router, deps, contract.go, ({ query }) => query.next);
  route(router, deps, contract.fails, ({ params }) => {
    const failure = failures[params.how]?.();
    if (failure) throw failure;
    return { title: 5 as unknown as string };
  });
  const file = { type: 'application/pdf', size: 4, downloadName: 'Ré"çu\r\n.pdf', inline: false };
  route(router, deps, contract.download, () => ({ bytes: Buffer.from('%PDF'), ...file }));
  return router;
}
