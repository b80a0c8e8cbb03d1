import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import type { AdminUserDetails } from './users.admin.queries.ts';

export function UserSessions({ sessions }: { sessions: AdminUserDetails['sessions'] }) {
  const { t } = useTranslation('users.admin');
  return (
    <section aria-labelledby="person-sessions">
      <h3 id="person-sessions" className="mb-1 text-base">
        {t('sessionsTitle')}
      </h3>
      {sessions.length === 0 && <p className="text-muted">{t('noSessions')}</p>}
      <ul className="flex flex-col">
        {sessions.map(({ id, userAgent, ip, lastSeenAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
          >
            <span className="line-clamp-2 min-w-0 flex-1 basis-64 wrap-anywhere">{userAgent || t('noBrowser')}</span>
            <span className="flex flex-wrap gap-x-3 text-muted">
              {ip && <bdi dir="ltr">{ip}</bdi>}
              <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
