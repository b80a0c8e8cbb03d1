import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { CodeField } from '#client/ui/form/secret/CodeField.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { confirmSecondFactor } from '#shared/auth/auth.account.contract.ts';
import { useConfirmSecondFactor, useStartSecondFactorSetup } from '../auth.account.queries.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface SecondFactorSetupProps {
  /** A secret that was requested before: the password is then not asked for again. */
  setup?: { secret: string; uri: string } | undefined;
  onClose: () => void;
}

/** Three steps: the password, the code of the app, the recovery codes. */
export function SecondFactorSetup({ setup, onClose }: SecondFactorSetupProps) {
  const { t } = useTranslation('auth.account');
  const startSetup = useStartSecondFactorSetup();
  const confirm = useConfirmSecondFactor();
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  const secret = startSetup.data ?? setup;
  if (secret) return <ScanDialog {...secret} confirm={confirm} onClose={onClose} />;
  return (
    <CredentialsDialog
      title={t('setup.title')}
      confirm={t('setup.continue')}
      failed={t('factor.failed')}
      mutation={startSetup}
      onProven={({ password }) => startSetup.mutate({ password })}
      onClose={onClose}
    >
      <p>{t('setup.text')}</p>
    </CredentialsDialog>
  );
}

interface ScanDialogProps {
  secret: string;
  uri: string;
  confirm: ReturnType<typeof useConfirmSecondFactor>;
  onClose: () => void;
}

function ScanDialog({ secret, uri, confirm, onClose }: ScanDialogProps) {
  const { t } = useTranslation('auth.account');
  const formId = useId();
  const [form] = useContractForm(confirmSecondFactor.body, { defaultValues: { code: '' } });
  const send = (proof: { code: string }) => {
    if (!confirm.isPending) confirm.mutate(proof);
  };
  return (
    <Dialog
      open
      title={t('setup.scanTitle')}
      widthPx={520}
      onClose={onClose}
      footer={
        <SendButton atEnd type="submit" form={formId} variant="filled" busy={confirm.isPending}>
          {t('setup.confirm')}
        </SendButton>
      }
    >
      <ShortForm id={formId} form={form} className="flex flex-col gap-5" onSubmit={send} error={confirm.error}>
        <p>{t('setup.scan')}</p>
        <div className="flex flex-wrap items-center gap-5">
          <Qr text={uri} label={t('setup.qr')} sizePx={180} />
          <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-2">
            <p className="text-sm text-muted">{t('setup.typed')}</p>
            <Ltr className="font-mono wrap-anywhere">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</Ltr>
            <CopyButton text={secret} label={t('setup.copy')} />
          </div>
        </div>
        <CodeField form={form} name="code" label={t('setup.code')} onSubmit={send} refusal={confirm.error} />
        {confirm.error && !hasCode(confirm.error, 'invalid_code') && (
          <Problem error={confirm.error} title={t('factor.failed')} />
        )}
      </ShortForm>
    </Dialog>
  );
}
