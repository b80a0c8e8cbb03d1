import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { languages } from '#shared/reference/languages.ts';
import { Note } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Time } from '#client/ui/Money.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Leader, Leaders } from '#client/ui/Slip.tsx';
import { Status } from '#client/ui/Status.tsx';
import type { Asked } from './DeedDialog.tsx';
import { personQuery, type DeskPersonDetails } from './people.api.ts';
import { PersonOrders } from './PersonOrders.tsx';
import { PersonSessions } from './PersonSessions.tsx';

interface PersonDialogProps {
  id: string;
  onAsk: (asked: Asked) => void;
  onClose: () => void;
}

/** Everything about one person, and what the desk can do. */
export function PersonDialog({ id, onAsk, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const { data: person, error, refetch } = useQuery(personQuery(id));
  return (
    <Dialog
      open
      full
      widthPx={720}
      title={<span className="wrap-anywhere">{person?.name ?? t('one')}</span>}
      subtitle={person && <span className="text-sm wrap-anywhere text-muted">{person.email}</span>}
      footer={person && <Deeds person={person} onAsk={onAsk} />}
      onClose={onClose}
    >
      {person && <Facts person={person} />}
      {error && <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!person && !error && (
        <Skeleton className="flex flex-col gap-4">
          <Bone className="h-40" />
          <Bone className="h-40" />
        </Skeleton>
      )}
    </Dialog>
  );
}

function Facts({ person }: { person: DeskPersonDetails }) {
  const { t } = useTranslation(['people', 'common']);
  const { status, blockedReason, registeredDate, mobileNumber, country, kycStatus, email, language } = person;
  return (
    <div className="flex flex-col gap-6 text-sm">
      {blockedReason && (
        <Note tone="danger">
          <span className="wrap-anywhere">{t('blockedBecause', { reason: blockedReason })}</span>
        </Note>
      )}
      <Leaders>
        <Leader label={t('column.status')} words>
          <Status status={status} size="small" />
        </Leader>
        <Leader label={t('column.kyc')} words>
          <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
            <Status status={kycStatus} size="small" bare />
            {kycStatus !== 'none' && (
              <Link
                className="inline-flex min-h-6 items-center text-link"
                to={`/admin/kyc?q=${encodeURIComponent(email)}`}
              >
                {t('toKyc')}
              </Link>
            )}
          </span>
        </Leader>
        <Leader label={t('column.registered')} words>
          <Time at={registeredDate} />
        </Leader>
        <Leader label={t('edit.mobileNumber')}>{mobileNumber ?? '—'}</Leader>
        <Leader label={t('country')} words>
          {country ?? '—'}
        </Leader>
        <Leader label={t('common:language.choose')} words>
          {languages.find(({ code }) => code === language)?.name ?? language}
        </Leader>
      </Leaders>
      <PersonOrders person={person} />
      <PersonSessions sessions={person.sessions} />
    </div>
  );
}

function Deeds({ person, onAsk }: { person: DeskPersonDetails; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('people');
  if (person.role === 'admin') {
    return (
      <>
        <p className="me-auto text-sm text-muted">{t('adminStays')}</p>
        <Button onClick={() => onAsk({ deed: 'edit', person })}>{t('deed.edit')}</Button>
      </>
    );
  }
  const block = person.status === 'blocked' ? 'unblock' : 'block';
  return (
    <>
      <Button look="ghost" className="me-auto" onClick={() => onAsk({ deed: 'delete', person })}>
        {t('deed.delete')}
      </Button>
      <Button onClick={() => onAsk({ deed: 'edit', person })}>{t('deed.edit')}</Button>
      <Button onClick={() => onAsk({ deed: block, person })}>{t(`deed.${block}`)}</Button>
    </>
  );
}
