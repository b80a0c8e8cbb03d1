import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import type { AdminKycRequest } from './kyc.admin.queries.ts';

/** The same user's other requests, newest first, with their review notes. */
export function EarlierRequests({ requests, hrefOf }: { requests: AdminKycRequest[]; hrefOf: (id: string) => string }) {
  const { t } = useTranslation(['kyc.admin', 'kyc']);
  return (
    <section aria-labelledby="kyc-earlier">
      <h3 id="kyc-earlier" className="mb-1 text-xs font-normal tracking-normal text-faint">
        {t('earlier')}
      </h3>
      <ol className="flex flex-col">
        {requests.map(({ id, documentType, submittedAt, status, reviewNotes }) => (
          <li key={id} className="flex flex-col gap-1 border-t border-line py-2 first:border-t-0">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <Link to={hrefOf(id)} preventScrollReset className="inline-flex min-h-6 items-center text-link">
                {t(`kyc:type.${documentType}`)}, <Time at={submittedAt} shape="date" className="ms-1" />
              </Link>
              <Status status={status} size="small" bare />
            </span>
            {reviewNotes && (
              <p dir="auto" className="text-xs wrap-anywhere whitespace-pre-line text-muted">
                {reviewNotes}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
