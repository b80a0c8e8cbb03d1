import { apiQuery } from '#client/lib/api/query.ts';

/** Where the money of an order is. */
export const orderBookQuery = (id: string) => apiQuery('GET /api/admin/books/orders/:id', { params: { id } });
