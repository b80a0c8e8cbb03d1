import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatList } from '#client/lib/format/list.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { AdminKycRequestDetails } from './kyc.admin.queries.ts';

interface SameDocumentProps {
  requests: AdminKycRequestDetails['sameDocument'];
  hrefOf: (id: string) => string;
}

/** A warning that other accounts have submitted this document: whose, and by what it shows. A hint, never a decision. */
export function SameDocument({ requests, hrefOf }: SameDocumentProps) {
  const { t } = useTranslation('kyc.admin');
  return (
    <Note tone="warning">
      <strong className="block font-semibold">{t('same.title')}</strong>
      <ul className="flex flex-col gap-1">
        {requests.map(({ id, userName, userEmail, status, by }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            <Link to={hrefOf(id)} preventScrollReset className="text-link wrap-anywhere underline">
              {userEmail ? <EmailAddress email={userEmail} /> : userName}
            </Link>
            <span>{formatList(by.map((one) => t(`same.by.${one}`)))}</span>
            <Status status={status} size="small" bare />
          </li>
        ))}
      </ul>
    </Note>
  );
}
