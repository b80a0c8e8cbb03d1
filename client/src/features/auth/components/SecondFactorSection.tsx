import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '#client/lib/format/format.ts';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import {
  secondFactorQuery,
  useDisableSecondFactor,
  useRenewRecoveryCodes,
  useStopFactorRemoval,
} from '../auth.account.queries.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

/** A code of an authenticator app at sign-in: switch it on, renew its recovery codes, switch it off. */
export function SecondFactorSection({ isUrged = false }: { isUrged?: boolean }) {
  const { t } = useTranslation('auth.account');
  const factor = useQuery(secondFactorQuery);
  return (
    <section aria-labelledby="factor-part" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="factor-part" className="text-lg">
          {t('factor.title')}
        </h2>
        <p className="max-w-[65ch] text-muted">{t('factor.lede')}</p>
      </div>
      <LoadedQuery query={factor} skeleton={['h-16 rounded-card']}>
        {({ recoveryCodesLeft, removeAt, ...state }) => (
          <>
            {removeAt && <Removal removeAt={removeAt} />}
            <FactorStatus {...state} codesLeft={recoveryCodesLeft} isUrged={isUrged} />
          </>
        )}
      </LoadedQuery>
    </section>
  );
}

/**
 * Shown while a removal of the second factor of a team member is pending: its owner, who signed in with it, can stop
 * that.
 */
function Removal({ removeAt }: { removeAt: string }) {
  const { t } = useTranslation('auth.account');
  const stop = useStopFactorRemoval();
  return (
    <Note
      tone="danger"
      action={
        <Button text={t('factor.keep')} size="small" busy={stop.isPending} onClick={() => stop.mutate(undefined)} />
      }
    >
      {t('factor.removal', { time: formatDateTime(removeAt) })}
      <Problem error={stop.error} title={t('factor.failed')} />
    </Note>
  );
}

type OpenDialog = 'none' | 'setup' | 'renew' | 'end';

interface FactorProps {
  isOn: boolean;
  since: string | null;
  codesLeft: number;
  /** Links to the page that asks for the switch-on first. */
  isUrged: boolean;
}

function FactorStatus({ isOn, since, codesLeft, isUrged }: FactorProps) {
  const { t } = useTranslation('auth.account');
  const [open, setOpen] = useState<OpenDialog>('none');
  const close = () => setOpen('none');
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="flex flex-col items-start gap-1">
        <Status status={isOn ? 'approved' : 'none'} label={isOn ? t('factor.on') : t('factor.off')} />
        {isOn && since && (
          <p className="text-sm text-muted">
            {t('factor.since', { date: formatDate(since) })} {t('factor.left', { count: codesLeft })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button text={t('factor.renew')} size="small" onClick={() => setOpen('renew')} />
            <Button text={t('factor.end')} size="small" onClick={() => setOpen('end')} />
          </>
        ) : (
          <Button
            text={t('factor.begin')}
            size="small"
            variant={isUrged ? 'filled' : 'outline'}
            onClick={() => setOpen('setup')}
          />
        )}
      </div>
      {open === 'setup' && <SecondFactorSetup onClose={close} />}
      {open === 'renew' && <RenewDialog onClose={close} />}
      {open === 'end' && <EndDialog onClose={close} />}
    </div>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const renew = useRenewRecoveryCodes();
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <CredentialsDialog
      title={t('factor.renewTitle')}
      confirm={t('factor.renewConfirm')}
      failed={t('factor.failed')}
      mutation={renew}
      onProven={(proof) => renew.mutate(proof)}
      onClose={onClose}
    >
      <p>{t('factor.renewText')}</p>
    </CredentialsDialog>
  );
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth.account');
  const end = useDisableSecondFactor();
  return (
    <CredentialsDialog
      title={t('factor.endTitle')}
      confirm={t('factor.end')}
      danger
      failed={t('factor.failed')}
      mutation={end}
      onProven={(proof) => end.mutate(proof, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('factor.endText')}</p>
    </CredentialsDialog>
  );
}
