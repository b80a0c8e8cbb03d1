import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { LimitClass } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { keysOf, recordOf } from '#shared/kernel/records.ts';
import { daySeconds, hourSeconds, minuteSeconds } from '#shared/reference/units-of-time.ts';
import { TooMany } from '../../lib/refusal.ts';
import { SharedLimiter } from './limits.shared.ts';

/** The key of a counter: `caller` is the account or a visitor's address, `account` the one that is named. */
type QuotaSubject = 'caller' | 'ip' | 'account' | 'accountFromIp';
type Quota = { by: QuotaSubject; points: number; seconds: number; visitorPoints?: number };
/** Renderings of pages are counted too, although no endpoint of the API renders one. */
type Limit = LimitClass | 'render';
type QuotaSet = { store: 'memory' | 'shared'; quotas: readonly Quota[] };

/** Every request limit: `memory` protects this process without a query, `shared` is counted in PostgreSQL. */
const table: Record<Limit, QuotaSet> = {
  read: { store: 'memory', quotas: [{ by: 'caller', points: 600, seconds: minuteSeconds }] },
  quote: { store: 'memory', quotas: [{ by: 'caller', points: 120, visitorPoints: 60, seconds: minuteSeconds }] },
  // Only uncached renderings count: each takes the thread for about 10 ms.
  render: { store: 'memory', quotas: [{ by: 'ip', points: 60, seconds: minuteSeconds }] },
  write: { store: 'shared', quotas: [{ by: 'caller', points: 60, seconds: minuteSeconds }] },
  money: { store: 'shared', quotas: [{ by: 'caller', points: 30, seconds: minuteSeconds }] },
  upload: { store: 'shared', quotas: [{ by: 'caller', points: 30, seconds: 10 * minuteSeconds }] },
  admin: { store: 'shared', quotas: [{ by: 'caller', points: 300, seconds: minuteSeconds }] },
  erasure: { store: 'shared', quotas: [{ by: 'caller', points: 10, seconds: hourSeconds }] },
  // Passwords of one account are counted where they are compared (features/auth/sessions/auth.attempts.ts): only wrong
  // ones count.
  signIn: { store: 'shared', quotas: [{ by: 'ip', points: 20, seconds: minuteSeconds }] },
  // Each call mails the administrator, or a user who may not have asked: enough for a household, too few for a mail
  // bomb.
  mail: {
    store: 'shared',
    quotas: [
      { by: 'ip', points: 20, seconds: hourSeconds },
      { by: 'ip', points: 60, seconds: daySeconds },
    ],
  },
  // Tight for one account from one address, which an attacker needs; wide where a stranger could lock the owner out.
  code: {
    store: 'shared',
    quotas: [
      { by: 'ip', points: 40, seconds: hourSeconds },
      { by: 'accountFromIp', points: 20, seconds: hourSeconds },
      { by: 'account', points: 40, seconds: hourSeconds },
    ],
  },
};

export type CountedCaller = { ip: string; userId?: Id<'user'> };

export type Limits = {
  /** Counts a call by its origin, before its body is read. Refuses with too_many_requests. */
  countCall: (limit: Limit, from: CountedCaller) => Promise<void>;
  /** Counts a call by the account it names, before anything is hashed or looked up. Refuses with too_many_requests. */
  countAccount: (limit: LimitClass, from: CountedCaller, account: string) => Promise<void>;
};

type Counter = Quota & { limiter: RateLimiterAbstract; visitors: RateLimiterAbstract };

/** Creates the rate limits; `factor` multiplies each of them (RATE_LIMIT_FACTOR), and none is below one call. */
export function createLimits({ pool, factor }: { pool: Pool; factor: number }): Limits {
  const counters = recordOf(keysOf(table), (name): Counter[] => {
    const { store, quotas }: QuotaSet = table[name];
    return quotas.map((quota) => {
      const make = (points: number) =>
        createLimiter(store, pool, {
          keyPrefix: `${name}-${quota.by}-${quota.seconds}`,
          points: Math.max(1, Math.round(points * factor)),
          duration: quota.seconds,
        });
      return { ...quota, limiter: make(quota.points), visitors: make(quota.visitorPoints ?? quota.points) };
    });
  });
  return {
    countCall: async (limit, from) => {
      for (const { by, limiter, visitors } of counters[limit]) {
        if (by === 'caller' && from.userId !== undefined) await take(limiter, from.userId);
        else if (by === 'caller' || by === 'ip') await take(visitors, networkOf(from.ip));
      }
    },
    countAccount: async (limit, from, account) => {
      for (const { by, limiter } of counters[limit]) {
        if (by === 'account') await take(limiter, hashedAccount(account));
        if (by === 'accountFromIp') await take(limiter, hashedAccount(`${account} ${networkOf(from.ip)}`));
      }
    },
  };
}

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

function createLimiter(store: 'memory' | 'shared', pool: Pool, options: LimiterOptions): RateLimiterAbstract {
  if (store === 'memory') return new RateLimiterMemory(options);
  return new SharedLimiter(pool, {
    ...options,
    clearExpiredByTimeout: options.keyPrefix === 'write-caller-60', // One of them sweeps for all.
    // Once used up, a flood is refused from memory and costs no query.
    inMemoryBlockOnConsumed: options.points,
  });
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new TooMany(error.msBeforeNext / 1000);
    throw error;
  }
}

/**
 * Returns the part of an address that limits count by: of IPv6 the /64 of a household, whose addresses a client can
 * choose freely.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [startText = '', endText] = ip.toLowerCase().split('::');
  const startGroups = startText.split(':').filter(Boolean);
  const endGroups = endText?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - startGroups.length - endGroups.length) }, () => '0');
  return [...startGroups, ...(endText === undefined ? [] : zeros), ...endGroups].slice(0, 4).join(':');
}

/** Email addresses are not stored in the table. */
function hashedAccount(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22);
}
