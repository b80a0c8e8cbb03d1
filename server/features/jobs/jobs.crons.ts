import { parseCronItems, type ParsedCronItem } from 'graphile-worker';
import type { Pool } from 'pg';
import { asksOn } from '#server/db/connection.ts';
import type { Reporter } from '#server/lib/log.ts';
import { pauseFor, retry } from '#server/lib/retry.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { startOnce } from './jobs.queries.ts';
import type { FeatureJobs } from './jobs.service.ts';

export type Crons = {
  /** Enqueues due jobs that no other process has enqueued. */
  startDue: () => Promise<void>;
};

type CronsOptions = { pool: Pool; features: readonly FeatureJobs<never>[]; now: () => Date };

/** After a longer gap (a machine that slept, a clock that was set) only the present minute counts. */
const catchUpMinutes = 60;
const retryMs = 1_000;
const maxAttempts = 3;

/**
 * Starts recurring work by the database's time, once in the cluster, because the library would trust the clock of each
 * process.
 */
export function createCrons({ pool, features, now }: CronsOptions): Crons {
  const items = cronItemsOf(features);
  const thisMinute = () => Math.floor(now().getTime() / minuteMs);
  let lastMinute = thisMinute();
  return {
    startDue: async () => {
      const minute = thisMinute();
      const missedMinutes = minute - lastMinute;
      const count = missedMinutes < 0 || missedMinutes > catchUpMinutes ? 1 : missedMinutes;
      const minutes = Array.from({ length: count }, (_, minutesBack) => digestOf(minute - minutesBack));
      const dueItems = items.filter((item) => minutes.some((digest) => item.match(digest)));
      if (dueItems.length > 0) {
        const tasks = dueItems.map(({ task }) => task);
        await startOnce(asksOn(pool), { tasks, at: new Date(minute * minuteMs), maxAttempts });
      }
      lastMinute = minute;
    },
  };
}

/** Calls `startDue` a moment after each minute begins, until `signal` aborts. */
export async function startEveryMinute({ startDue }: Crons, now: () => Date, log: Reporter, signal: AbortSignal) {
  const onError = (error: unknown) => log.warn(describeError(error), 'what recurs could not be started; trying again');
  while (!signal.aborted) {
    await retry(startDue, { pauseMs: retryMs, onError, signal });
    await pauseFor(minuteMs - (now().getTime() % minuteMs) + 1, signal);
  }
}

function cronItemsOf(features: readonly FeatureJobs<never>[]): ParsedCronItem[] {
  const crons = features.flatMap(({ crons = [] }) => crons);
  return parseCronItems(crons.map(({ task, at }) => ({ task, match: at, identifier: task })));
}

/** A minute, counted from 1970, as crontab patterns see it: in UTC. */
function digestOf(minute: number) {
  const at = new Date(minute * minuteMs);
  return {
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  };
}
