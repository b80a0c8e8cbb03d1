import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { startAtTop } from '#client/lib/browser/scroll.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Timeline } from '#client/ui/data/Timeline.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { omitUnstated, unstated } from '#shared/kernel/unstated.ts';
import type { KycStatus } from '../kyc.queries.ts';

/** Shows a waiting request: it was received, and the next steps. */
export function KycPending({ kyc: { submittedAt }, isNew }: { kyc: KycStatus; isNew: boolean }) {
  const { t } = useTranslation('kyc');
  const { data: settings } = useQuery(settingsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    startAtTop();
    heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <section aria-labelledby="kyc-pending" className="flex flex-col gap-4">
      <h2 id="kyc-pending" ref={heading} tabIndex={-1} className="flex items-start gap-3 text-xl">
        {isNew && <CircleCheck className="mt-0.5 size-6 shrink-0 text-completed" />}
        <span className="min-w-0">{isNew ? t('pending.justSent') : t('pending.title')}</span>
      </h2>
      {settings && (
        <p className="text-muted">{omitUnstated(t('pending.text', { review: settings.times.kyc || unstated }))}</p>
      )}
      <Timeline
        label={t('pending.steps')}
        steps={[
          {
            state: 'done',
            title: t('pending.handedIn'),
            time: submittedAt && <Time at={submittedAt} shape="dateTime" />,
            text: t('pending.handedInText'),
          },
          { state: 'waiting', title: t('pending.review'), time: t('pending.now'), text: t('pending.reviewText') },
          { state: 'todo', title: t('pending.result'), text: t('pending.resultText') },
        ]}
      />
    </section>
  );
}

/** Link back to the sale or exchange that the customer left for the identity check; it is saved. */
export function SavedTask({ path }: { path: string }) {
  const { t } = useTranslation('kyc');
  return (
    <section className="card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-6">
      <p className="min-w-0 flex-1 basis-60">{t('resume.saved')}</p>
      <BackToTask path={path} isWaiting />
    </section>
  );
}

function BackToTask({ path, isWaiting = false }: { path: string; isWaiting?: boolean }) {
  const { t } = useTranslation('kyc');
  return (
    <ButtonLink variant={isWaiting ? 'outline' : 'filled'} to={path}>
      {t(path.startsWith('/fiat-exchange') ? 'resume.exchange' : 'resume.sale')}
    </ButtonLink>
  );
}

/** Shows the approval, which lasts until the document expires. */
export function Approved({ kyc: { reviewNotes }, returnTo }: { kyc: KycStatus; returnTo: string | undefined }) {
  const { t } = useTranslation('kyc');
  return (
    <section aria-labelledby="kyc-approved" className="flex flex-col items-start gap-4">
      <h2 id="kyc-approved" className="flex max-w-full items-start gap-3 text-xl">
        <BadgeCheck className="mt-0.5 size-6 shrink-0 text-completed" />
        <span className="min-w-0">{t('approved.title')}</span>
      </h2>
      <p className="text-muted">{t('approved.text')}</p>
      {reviewNotes && <Quote label={t('notes')}>{reviewNotes}</Quote>}
      {returnTo ? <BackToTask path={returnTo} /> : <ButtonLink text={t('approved.sell')} variant="filled" to="/sell" />}
    </section>
  );
}

/** Shows why it was refused, above the form to correct it. */
export function KycRejected({ kyc: { reviewNotes } }: { kyc: KycStatus }) {
  const { t } = useTranslation('kyc');
  return (
    <NotVerified
      title={t('rejected.title')}
      text={t('rejected.text')}
      quote={reviewNotes && <Quote label={t('rejected.notes')}>{reviewNotes}</Quote>}
    />
  );
}

/** An approval that has ended, above the form to submit again: revoked with a reason, or expired with its document. */
export function KycEnded({ kyc: { reviewNotes, status } }: { kyc: KycStatus }) {
  const { t } = useTranslation('kyc');
  const isRevoked = status === 'revoked';
  return (
    <NotVerified
      title={isRevoked ? t('revoked.title') : t('expired.title')}
      text={isRevoked ? t('revoked.text') : t('expired.text')}
      quote={reviewNotes && <Quote label={t('notes')}>{reviewNotes}</Quote>}
    />
  );
}

function NotVerified({ title, text, quote }: { title: string; text: string; quote: ReactNode }) {
  return (
    <section
      aria-labelledby="kyc-rejected"
      className="flex flex-col gap-3 rounded-card border border-rejected bg-rejected-soft p-4 sm:p-6"
    >
      <h2 id="kyc-rejected" className="flex items-start gap-3 text-lg">
        <CircleX className="mt-px size-6 shrink-0 text-rejected" />
        {title}
      </h2>
      {quote}
      <p className="text-sm">{text}</p>
    </section>
  );
}

function Quote({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="w-full border-s-2 border-current ps-4">
      <figcaption className="text-sm">{label}</figcaption>
      <blockquote className="font-medium wrap-anywhere whitespace-pre-line">
        <bdi>{children}</bdi>
      </blockquote>
    </figure>
  );
}
