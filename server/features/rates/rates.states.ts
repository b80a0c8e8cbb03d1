import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { Reporter } from '#server/lib/log.ts';
import { feedOf, lockUnreportedStates, recordStateMails } from './rates.feeds.queries.ts';

type SourceNames = readonly { source: string }[];
type StateDeps = { log: Reporter; prices: SourceNames; fx: SourceNames };

/**
 * Reports each named source that has not answered for ten minutes, and reports it again when it answers: in the log, in
 * the audit log and by a notice to the team, each at most once an hour. The others serve meanwhile.
 */
export async function reportSources(tx: Tx, { log, prices, fx }: StateDeps): Promise<void> {
  const feedsOf = (feed: 'prices' | 'fx', sourceNames: SourceNames) =>
    sourceNames.map(({ source }) => feedOf(feed, source));
  const unreportedStates = await lockUnreportedStates(tx, {
    feeds: [...feedsOf('prices', prices), ...feedsOf('fx', fx)],
  });
  if (unreportedStates.length === 0) return;
  for (const { name, source, isDown, failingSince, lastError } of unreportedStates) {
    const subject = { type: 'feed', id: name } as const;
    if (isDown && failingSince) {
      const since = `${failingSince.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      const reason = lastError ?? '';
      log.warn({ feed: name, since, reason }, 'a source of rates is down');
      await recordAudit(tx, 'system', 'rates.source_down', subject, { source, since, reason });
      await notifyTeam(tx, { template: 'rate_source_down', data: { source, since, reason } });
    } else {
      log.info({ feed: name }, 'a source of rates is back');
      await recordAudit(tx, 'system', 'rates.source_back', subject, { source });
      await notifyTeam(tx, { template: 'rate_source_back', data: { source } });
    }
  }
  await recordStateMails(tx, { feeds: unreportedStates.map(({ name }) => name) });
}
