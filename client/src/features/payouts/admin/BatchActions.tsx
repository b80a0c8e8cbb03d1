import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { useBatchAction, useBatchFile, type Batch, type BatchAction, type BatchLine } from '../payouts.queries.ts';
import { ReasonDialog } from './PayoutActions.tsx';
import { Replacements, type Replacement } from './Replacements.tsx';

const needsReason: readonly BatchAction[] = ['refuse', 'withdraw'];

interface BatchActionsProps {
  batch: Batch;
  lines: readonly BatchLine[] | undefined;
  /** Texts that its file writes otherwise than they are shown. */
  replaced: readonly Replacement[];
}

/** States in which the file may be handed to the bank. */
const withFile: readonly BatchState[] = ['released', 'sent', 'closed'];

/** What may be done with a batch in its state: release, refuse, file, handed to the bank, withdraw, cancel. */
export function BatchActions({ batch, lines, replaced }: BatchActionsProps) {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const change = useBatchAction(batch.id);
  const file = useBatchFile(batch.id);
  const [asked, setAsked] = useState<BatchAction>();
  const { state, reference } = batch;
  const mayRelease = may('payouts.release');
  const close = () => {
    change.reset();
    setAsked(undefined);
  };
  const send = (action: BatchAction) => (body: Parameters<typeof change.mutate>[0]['body']) => {
    change.mutate(
      { action, body },
      { onSuccess: toastDone({ title: t(`batchDone.${action}`), text: reference }, close) },
    );
  };
  const nameOf = useActionName(batch);
  const asking = { by: change, onClose: close };
  const button = (action: BatchAction, variant?: 'filled' | 'ghost') => (
    <Button
      key={action}
      text={nameOf(action)}
      size="small"
      variant={variant}
      aria-label={t('actionOf', { action: nameOf(action), reference })}
      onClick={() => setAsked(action)}
    />
  );
  return (
    <>
      {state === 'prepared' && batch.mayRelease && lines && button('release', 'filled')}
      {state === 'prepared' && mayRelease && button('refuse')}
      {state === 'prepared' && may('payouts.prepare') && button('cancel', 'ghost')}
      {mayRelease && batch.fileName && withFile.includes(state) && (
        <Button size="small" busy={file.isPending} onClick={() => file.mutate()}>
          {t('file')} <bdi dir="ltr">{batch.fileName}</bdi>
        </Button>
      )}
      {state === 'released' && mayRelease && [button('sent', 'filled'), button('withdraw', 'ghost')]}
      {file.error && <AdminProblem error={file.error} title={t('failed.file')} />}
      {asked && needsReason.includes(asked) && (
        <ReasonDialog danger title={t(`batchAction.${asked}`)} subtitle={reference} onSend={send(asked)} {...asking} />
      )}
      {asked && !needsReason.includes(asked) && (
        <AskBatch batch={batch} replaced={replaced} action={asked} onSend={send(asked)} {...asking} />
      )}
    </>
  );
}

/** The name of an action; what moves money names how much. */
function useActionName({ total, currency }: Batch): (action: BatchAction) => string {
  const { t } = useTranslation('payouts.admin');
  return (action) =>
    action === 'release'
      ? t('releaseAmount', { amount: formatMoneyText(total, currency) })
      : t(`batchAction.${action}`);
}

interface AskBatchProps extends Pick<BatchActionsProps, 'batch' | 'replaced'> {
  action: BatchAction;
  by: { isPending: boolean; error: unknown };
  onSend: (body: { digest: string; reason?: string } | { bankReference?: string }) => void;
  onClose: () => void;
}

function AskBatch({ batch, replaced, action, onSend, ...dialog }: AskBatchProps) {
  const { t } = useTranslation(['payouts.admin', 'deposits.admin']);
  const [reason, setReason] = useState('');
  const [bankReference, setBankReference] = useState('');
  const nameOf = useActionName(batch);
  const given = reason.trim() ? { reason: reason.trim() } : {};
  // Only the release itself asks the node: until then no reason is needed.
  const asksReason = reason !== '' || hasCode(dialog.by.error, 'verdict_needs_reason');
  return (
    <ConfirmDialog
      title={t(`batchAction.${action}`)}
      subtitle={batch.reference}
      confirm={nameOf(action)}
      failed={t('failed.change')}
      onConfirm={() =>
        onSend(action === 'release' ? { digest: batch.digest, ...given } : bankReference ? { bankReference } : {})
      }
      {...dialog}
    >
      <p>{t(`batchText.${action as 'release' | 'sent' | 'cancel'}`)}</p>
      <p className="flex justify-between gap-4">
        {t('batchOf', { count: batch.count, account: batch.account?.name ?? t('byHand') })}
        <Money strong amount={batch.total} currency={batch.currency} />
      </p>
      {action === 'release' && (
        <>
          <Digest text={batch.digest} />
          <Replacements found={replaced} />
          {asksReason && (
            <TextArea
              label={t('deposits.admin:reason')}
              hint={t('deposits.admin:reasonHint')}
              maxLength={500}
              rows={2}
              value={reason}
              onValue={setReason}
            />
          )}
        </>
      )}
      {action === 'sent' && (
        <TextInput
          optional
          label={t('bankReference')}
          maxLength={200}
          value={bankReference}
          onValue={setBankReference}
        />
      )}
    </ConfirmDialog>
  );
}

/** The SHA-256 of what is released: the file of the bank has the same. */
export function Digest({ text }: { text: string }) {
  const { t } = useTranslation('payouts.admin');
  return (
    <p className="text-xs text-muted">
      {t('digest')} <Ltr className="font-mono wrap-anywhere">{text}</Ltr>
    </p>
  );
}
