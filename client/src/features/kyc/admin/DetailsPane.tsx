import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { countryName, formatDate } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AdminKycRequest, AdminKycRequestDetails } from './kyc.admin.queries.ts';
import { isSameName } from './kyc.same-name.ts';
import { NotesField, type NotesFieldProps } from './NotesField.tsx';

export const requestTitleId = 'kyc-request-title';

interface DetailsPaneProps extends NotesFieldProps {
  request: AdminKycRequestDetails;
  hrefOf: (id: string) => string;
  /** The reason why the data may be outdated. */
  staleNote: ReactNode;
}

/** The user's claims beside the account data, earlier requests and the text of the decision. */
export function DetailsPane({ request, hrefOf, staleNote, ...review }: DetailsPaneProps) {
  const { t } = useTranslation(['kyc.admin', 'admin.common']);
  const nameAtCheck = request.nameAtCheck;
  const isOwn = useIsMe()(request.userId);
  const mayDecide = useMay()('kyc.decide') && !isOwn;
  return (
    <section
      aria-labelledby={requestTitleId}
      className="flex flex-col border-line max-xl:border-t xl:col-start-3 xl:row-start-1 xl:min-h-0 xl:overflow-y-auto"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
        <Status status={request.status} />
        <h2 id={requestTitleId} tabIndex={-1} className="min-w-0 text-sm wrap-anywhere">
          {request.userName}
        </h2>
        <p className="flex w-full flex-wrap justify-between gap-x-3 text-xs text-muted">
          <span className="wrap-anywhere">{request.userEmail ? shownEmail(request.userEmail) : t('noEmail')}</span>
          <span>
            {t('submitted')} <Time at={request.submittedAt} />
          </span>
        </p>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {staleNote}
        {nameAtCheck && (
          <Note tone="warning">
            {t('admin.common:nameChanged', { date: formatDate(nameAtCheck.checkedAt), name: nameAtCheck.name })}
          </Note>
        )}
        {request.sameDocument.length > 0 && <SameDocument requests={request.sameDocument} hrefOf={hrefOf} />}
        <Claims request={request} />
        {request.earlier.length > 0 && <EarlierRequests requests={request.earlier} hrefOf={hrefOf} />}
        {request.status !== 'pending' && <Decision request={request} />}
        {request.status === 'pending' && mayDecide && <NotesField {...review} />}
      </div>
    </section>
  );
}

function Claims({ request }: { request: AdminKycRequestDetails }) {
  const { t } = useTranslation(['kyc.admin', 'kyc']);
  const { fullName, documentNumber, expiresOn, dateOfBirth, age, nationality, address } = request;
  const { registeredName, registeredCountry, registeredAt } = request;
  if (fullName === null) return <p className="text-muted">{t('deleted')}</p>;
  return (
    <section aria-labelledby="kyc-claims">
      <h3 id="kyc-claims" className="mb-1 text-xs font-normal tracking-normal text-faint">
        {t('claims')}
      </h3>
      <dl className="flex flex-col">
        <DetailRow label={t('detail.name')}>
          <span className="font-semibold">{fullName}</span>
          <SameName isSame={isSameName(fullName, registeredName)} registered={registeredName} />
        </DetailRow>
        <DetailRow label={t(`kyc:type.${request.documentType}`)}>
          <span className="flex items-center justify-between gap-2">
            <Ltr className="font-mono">{documentNumber}</Ltr>
            {!documentNumber?.startsWith('•') && (
              <CopyButton text={documentNumber ?? ''} label={t('copyNumber')} variant="ghost" iconOnly />
            )}
          </span>
        </DetailRow>
        {expiresOn && <DetailRow label={t('detail.expires')}>{formatDate(`${expiresOn}T12:00`)}</DetailRow>}
        <DetailRow label={t('detail.born')}>
          {/* A day of the calendar, the same in every zone. */}
          {dateOfBirth && formatDate(`${dateOfBirth}T12:00`)} {age !== null && `(${t('age', { count: age })})`}
        </DetailRow>
        <DetailRow label={t('detail.nationality')}>{nationality}</DetailRow>
        <DetailRow label={t('detail.address')}>{address}</DetailRow>
        <DetailRow label={t('detail.account')}>
          <Time at={registeredAt} shape="date" />
          {registeredCountry && `, ${countryName(registeredCountry)}`}
        </DetailRow>
      </dl>
    </section>
  );
}

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-3 py-1">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function SameName({ isSame, registered: registeredName }: { isSame: boolean; registered: string }) {
  const { t } = useTranslation('kyc.admin');
  const Icon = isSame ? Check : TriangleAlert;
  return (
    <span className="flex items-start gap-1.5 text-xs text-muted">
      <Icon className={isSame ? 'size-4 shrink-0 text-completed' : 'size-4 shrink-0 text-pending'} strokeWidth={2} />
      <span>{t(isSame ? 'nameFits' : 'nameDiffers', { name: registeredName })}</span>
    </span>
  );
}

function Decision({ request }: { request: AdminKycRequestDetails }) {
  const { t } = useTranslation('kyc.admin');
  const { reviewNotes, reviewedAt, endedReason, endedAt } = request;
  return (
    <>
      {endedReason && <WrittenNote label={t('ended')} text={endedReason} at={endedAt} />}
      <WrittenNote label={t('notes')} text={reviewNotes} at={reviewedAt} />
    </>
  );
}

function WrittenNote({ label, text, at }: { label: string; text: string | null; at: string | null }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-normal tracking-normal text-faint">
        {label} {at && <Time at={at} />}
      </h3>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </section>
  );
}

/** Other requests of this user, newest first, with their review notes. */
function EarlierRequests({ requests, hrefOf }: { requests: AdminKycRequest[]; hrefOf: (id: string) => string }) {
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
              <TextLink to={hrefOf(id)} preventScrollReset>
                {t(`kyc:type.${documentType}`)}, <Time at={submittedAt} shape="date" className="ms-1" />
              </TextLink>
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

/**
 * A warning that other accounts have submitted this document: their names, and the evidence. A hint, never a decision.
 */
function SameDocument(props: { requests: AdminKycRequestDetails['sameDocument']; hrefOf: (id: string) => string }) {
  const { requests, hrefOf } = props;
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
            <span>{formatList(by.map((rule) => t(`same.by.${rule}`)))}</span>
            <Status status={status} size="small" bare />
          </li>
        ))}
      </ul>
    </Note>
  );
}
