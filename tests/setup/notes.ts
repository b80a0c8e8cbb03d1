import { Router } from 'express';
import { z } from 'zod';
import { jsonText, notModified } from '#server/http/reply.ts';
import { route, type RouteDeps } from '#server/http/route.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text } from '#shared/kernel/fields.ts';

const baseEndpoint = { errors: [], limit: 'read', summary: 'test' } as const;
const getEndpoint = { ...baseEndpoint, method: 'GET', access: 'public' } as const;
const note = z.object({ title: text(20, { min: 2, error: 'name_required' }), tags: z.array(text(10)).optional() });
const noteView = z.object({ title: z.string() });
const noteList = z.array(z.looseObject({}));
const page = z.coerce.number().int().default(1);
const noteQuery = z.object({ page, tag: z.union([z.string(), z.array(z.string())]).optional() });
const addEndpoint = { ...baseEndpoint, method: 'POST', path: '/api/notes' } as const;
const byMembers = { ...baseEndpoint, access: 'admin', may: 'member', response: 'empty' } as const;
/** Endpoints of the minimal feature. */
export const contract = {
  add: endpoint({ ...addEndpoint, access: 'customer', status: 201, body: note, response: noteView }),
  list: endpoint({ ...getEndpoint, path: '/api/notes', query: noteQuery, response: noteList }),
  one: endpoint({
    ...getEndpoint,
    path: '/api/notes/:id',
    access: 'customer',
    params: z.object({ id: idOf('note') }),
    response: noteView,
  }),
  clear: endpoint({ ...byMembers, method: 'DELETE', path: '/api/notes' }),
  fatal: endpoint({ ...byMembers, method: 'POST', path: '/api/fatal', stepUp: true }),
  go: endpoint({ ...getEndpoint, path: '/go', query: z.object({ next: z.string() }), response: 'redirect' }),
  fails: endpoint({
    ...getEndpoint,
    path: '/api/fails/:how',
    params: z.object({ how: z.string() }),
    errors: ['quote_changed'],
    response: noteView,
  }),
  download: endpoint({ ...getEndpoint, path: '/api/download', response: 'file' }),
};

const failures: Record<string, () => Error> = {
  bug: () => new TypeError('secret detail'),
  undeclared: () => new Conflict('in_use', 'order_has_proof'),
  moved: () => new Conflict('quote_changed', 'sell_rate_changed', { quote: { netAmount: 1 } }),
  gone: () => Object.assign(new Error('terminating connection'), { code: '57P01' }),
  bytes: () => Object.assign(new Error('invalid byte sequence "ann@example.com"'), { code: '22021' }),
  full: () => Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
};

/** A minimal feature, to test the platform itself. */
export function notesRoutes(deps: RouteDeps): Router {
  const router = Router();
  // @ts-expect-error: the contract does not declare the hash, so this does not compile; if it did, it is not sent.
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
