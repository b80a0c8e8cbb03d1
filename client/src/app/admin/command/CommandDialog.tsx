import { useTranslation } from 'react-i18next';
import { usePause, useResume } from '#client/features/rates/admin/rates.admin.queries.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { pauseOffer } from '#shared/settings/settings.contract.ts';
import type { Command } from './hits.ts';

interface CommandDialogProps {
  command: Command;
  onClose: () => void;
}

/** Asks for the input of a command before it runs; the server checks it as it checks every call. */
export function CommandDialog(props: CommandDialogProps) {
  return props.command.kind === 'pause' ? <PauseDialog {...props} /> : <ResumeDialog {...props} />;
}

const reasonOnly = pauseOffer.body.pick({ reason: true });

function PauseDialog({ command: { name, what, subject }, onClose }: CommandDialogProps) {
  const { t } = useTranslation(['admin', 'rates.admin']);
  const [form, field] = useContractForm(reasonOnly, { defaultValues: { reason: '' } });
  const pause = usePause();
  const title = t('command.pause', { name });
  const closeWithToast = () => {
    toast({ title: t('paused', { names: name }) });
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={title}
      confirm={title}
      danger
      by={pause}
      failed={t('rates.admin:failed.decide')}
      onSubmit={({ reason }) => pause.mutate({ what, subject, reason }, { onSuccess: closeWithToast })}
      onClose={onClose}
    >
      <p>{t('rates.admin:prices.pauseLede')}</p>
      <TextInput label={t('rates.admin:prices.reason')} autoComplete="off" {...field('reason')} />
    </FormDialog>
  );
}

function ResumeDialog({ command: { name, what, subject }, onClose }: CommandDialogProps) {
  const { t } = useTranslation(['admin', 'rates.admin']);
  const resume = useResume();
  const title = t('command.resume', { name });
  const closeWithToast = () => {
    toast({ title: t('command.resumed', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirm={title}
      by={resume}
      failed={t('rates.admin:failed.decide')}
      onConfirm={() => resume.mutate({ what, subject }, { onSuccess: closeWithToast })}
      onClose={onClose}
    >
      <p>{t('command.resumeText')}</p>
    </ConfirmDialog>
  );
}
