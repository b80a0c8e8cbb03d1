import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { chainNames } from '#shared/reference/chains.ts';

/** The state of a chain's reader. */
export const chainView = z.object({
  chain: z.enum(chainNames),
  /** Host and port, or `simulated`; never a user, password, path or key. */
  source: z.string(),
  /** The newest block that was read; null before the first. */
  height: z.number().int().nullable(),
  /** Age of the newest block at the source. */
  tipAgeSeconds: z.number().int().nullable(),
  /** Number of blocks at the source that were not read yet. */
  behind: z.number().int(),
  lastError: z.string().nullable(),
  /** True where the data of the source is recent enough to approve deposits. */
  ok: z.boolean(),
});
export type ChainView = z.output<typeof chainView>;

export const listChains = endpoint('GET /api/admin/chains', {
  may: 'orders.read',
  summary:
    'The chains that are read: source, newest block and its age, blocks behind, last error; none where all are off',
  response: z.array(chainView),
});
