import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/parts/StepUpDialog.tsx';
import { toast } from '#client/ui/toast.ts';
import { useMethodDeed, type Deed } from './payment-desk.api.ts';

/** A deed that waits for the password. */
export interface Asked {
  deed: Deed;
  /** The account it is about. */
  name: string;
}

type Word = 'create' | 'change' | 'switchOn' | 'switchOff' | 'delete' | 'seed';

/** Says what will happen, asks for the password and does it. */
export function DeedDialog({ deed, name, onDone, onClose }: Asked & { onDone?: () => void; onClose: () => void }) {
  const { t } = useTranslation('paymentDesk');
  const { mutateAsync } = useMethodDeed();
  const word = wordOf(deed);
  const failed = { create: 'create', change: 'update', delete: 'delete', seed: 'seed' } as const;
  return (
    <StepUpDialog
      danger={deed.kind === 'delete'}
      title={t(`ask.${word}.title`, { name })}
      confirm={t(`ask.${word}.yes`)}
      failed={t(`failed.${failed[deed.kind]}`)}
      onProven={async (stepUp) => {
        await mutateAsync({ deed, stepUp });
        toast({ title: t(`done.${failed[deed.kind]}`), tone: 'done' });
        onDone?.();
      }}
      onClose={onClose}
    >
      <p>{t(`ask.${word}.text`)}</p>
      <p className="text-sm text-muted">{t('ask.mail')}</p>
    </StepUpDialog>
  );
}

function wordOf(deed: Deed): Word {
  if (deed.kind !== 'change') return deed.kind;
  const isSwitch = Object.keys(deed.body).length === 1 && deed.body.isActive !== undefined;
  if (!isSwitch) return 'change';
  return deed.body.isActive ? 'switchOn' : 'switchOff';
}
