import { useTranslation } from 'react-i18next';
import { StepUpDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useMethodAction, type MethodAction } from './payment-methods.admin.queries.ts';

/** Action waiting for the password. */
export interface PendingAction {
  action: MethodAction;
  /** The account it is about. */
  name: string;
}

type ActionText = 'create' | 'change' | 'switchOn' | 'switchOff' | 'delete' | 'seed';

/** Says what will happen, asks for the password and does it. */
export function MethodActionDialog({
  action,
  name,
  onDone,
  onClose,
}: PendingAction & { onDone?: () => void; onClose: () => void }) {
  const { t } = useTranslation('payment-methods.admin');
  const { mutateAsync } = useMethodAction();
  const word = textKeyOf(action);
  const failed = { create: 'create', change: 'update', delete: 'delete', seed: 'seed' } as const;
  return (
    <StepUpDialog
      danger={action.kind === 'delete'}
      title={t(`ask.${word}.title`, { name })}
      confirm={t(`ask.${word}.yes`)}
      failed={t(`failed.${failed[action.kind]}`)}
      onProven={async (stepUp) => {
        await mutateAsync({ action, stepUp });
        toast({ title: t(`done.${failed[action.kind]}`), tone: 'done' });
        onDone?.();
      }}
      onClose={onClose}
    >
      <p>{t(`ask.${word}.text`)}</p>
      <p className="text-sm text-muted">{t('ask.mail')}</p>
    </StepUpDialog>
  );
}

function textKeyOf(action: MethodAction): ActionText {
  if (action.kind !== 'change') return action.kind;
  const isSwitch = Object.keys(action.body).length === 1 && action.body.isActive !== undefined;
  if (!isSwitch) return 'change';
  return action.body.isActive ? 'switchOn' : 'switchOff';
}
