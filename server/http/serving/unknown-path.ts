import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router } from 'express';
import { MethodNotAllowed, NotFound } from '../../lib/refusal.ts';
import { endpointsOf } from '../route.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

/**
 * Answers a request that no route took: 405 with Allow, 404 (not_found) in JSON for other /api addresses; the rest are
 * pages of the client.
 */
export function refuseUnknown(routers: readonly Router[]) {
  const knownPaths = new Map<string, KnownPath>();
  for (const { method, path } of routers.flatMap(endpointsOf)) {
    const shape = path.replace(/:\w+/g, '[^/]+');
    const entry = knownPaths.get(shape) ?? { pattern: new RegExp(`^${shape}/?$`, 'i'), methods: new Set() };
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
    knownPaths.set(shape, entry);
  }
  return (request: IncomingMessage, _response: ServerResponse, next: () => void): void => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const methods = [...knownPaths.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((item) => [...item.methods]);
    if (methods.length > 0) throw new MethodNotAllowed([...new Set(methods)].toSorted());
    if (/^\/(api|ws)(\/|$)/i.test(path)) throw new NotFound('address_not_found');
    next();
  };
}
