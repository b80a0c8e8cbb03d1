import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { InlineCopy } from '#client/ui/data/InlineCopy.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { shown, useCan, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import * as contract from '#shared/payouts/payouts.batches.contract.ts';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { railNameOf, railWordsOf } from '#shared/reference/rails.ts';
import { accountsQuery, payoutRoutes, useBatchFile, type Batch, type BatchLine } from '../payouts.queries.ts';
import { Replacements, type Replacement } from './Replacements.tsx';

interface BatchActionsProps {
  batch: Batch;
  lines: readonly BatchLine[] | undefined;
  /** Texts that the file writes differently from the screen. */
  replaced: readonly Replacement[];
  /** Content between the buttons and the menu. */
  children: ReactNode;
}

/** The names of the services that get a batch; undefined if a bank is among them. */
export function railOfBatch({ methods }: Pick<Batch, 'methods'>): string | undefined {
  if (methods.some((method) => railWordsOf(method) === 'bank')) return undefined;
  return [...new Set(methods.map(railNameOf))].join(', ');
}

/** States in which the file may be handed to the bank. */
const withFile: readonly BatchState[] = ['released', 'sent', 'closed'];

const rareActions = ['refuse', 'cancel', 'withdraw'] as const;
type BatchAction = 'release' | 'sent' | (typeof rareActions)[number];

/** Actions on a batch in its state: release, refuse, file, handed to the bank, withdraw, cancel. */
export function BatchActions({ batch, lines, replaced, children }: BatchActionsProps) {
  const { t } = useTranslation(['payouts.admin', 'admin.common']);
  const may = useMay();
  const canTake = useCan();
  const file = useBatchFile(batch.id);
  const actions = useActions(batch, lines ?? [], replaced);
  const [openAction, setOpenAction] = useState<BatchAction>();
  const { state, reference } = batch;
  // A file is saved before it is handed to the bank.
  const isToSave = state === 'released' && batch.fileName !== null && !file.isSuccess;
  const open = (name: BatchAction) => ({
    'aria-label': t('actionOf', { action: actions[name].label, reference }),
    onClick: () => setOpenAction(name),
  });
  const button = (name: BatchAction, variant?: 'filled') =>
    canTake(actions[name], batch) && (
      <Button text={actions[name].label} size="small" variant={variant} className="max-sm:w-full" {...open(name)} />
    );
  // Actions that undo a batch are in the menu, each with its effect, because they are easily confused.
  const rareActs = rareActions.filter((name) => canTake(actions[name], batch));
  const mayHaveFile = may('payouts.release') && batch.fileName !== null && withFile.includes(state);
  const saveFile = () => file.mutate();
  return (
    <>
      {batch.mayRelease && lines && button('release', 'filled')}
      {mayHaveFile && state === 'released' && (
        <Button
          size="small"
          variant={isToSave ? 'filled' : undefined}
          className="max-sm:w-full"
          busy={file.isPending}
          onClick={saveFile}
        >
          <span>
            {t('file')} <bdi dir="ltr">{batch.fileName}</bdi>
          </span>
        </Button>
      )}
      {button('sent', isToSave ? undefined : 'filled')}
      {children}
      {(rareActs.length > 0 || (mayHaveFile && state !== 'released')) && (
        <RowMenu label={t('admin.common:moreFor', { of: reference })}>
          {mayHaveFile && state !== 'released' && (
            <MenuAct text={[t('file'), batch.fileName].join(' ')} busy={file.isPending} onPress={saveFile} />
          )}
          {rareActs.map((name) => (
            <MenuAct
              key={name}
              text={actions[name].label}
              label={open(name)['aria-label']}
              hint={t(`batchText.${name}`)}
              onPress={open(name).onClick}
            />
          ))}
        </RowMenu>
      )}
      {file.error && <AdminProblem error={file.error} title={t('failed.file')} />}
      {openAction && (
        <ContractDialog
          action={actions[openAction]}
          row={batch}
          subtitle={reference}
          failed={t('failed.change')}
          reads={payoutRoutes}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </>
  );
}

function useActions(
  batch: Batch,
  lines: readonly BatchLine[],
  replaced: readonly Replacement[],
): Record<BatchAction, ShownAction> {
  const { t } = useTranslation(['payouts.admin', 'deposits.admin']);
  const { digest, total, currency, reference } = batch;
  const rail = railOfBatch(batch);
  const commonProps = (name: BatchAction) => {
    const handedText = name === 'sent' && rail ? t('byRail.sent', { rail }) : undefined;
    const title = handedText ?? t(`batchAction.${name}`);
    return {
      label: name === 'sent' ? (rail ? t('byRail.send', { rail }) : t('batchSend')) : title,
      title,
      onDone: () => toast({ title: handedText ?? t(`batchDone.${name}`), text: reference }),
    };
  };
  const amount = t('releaseAmount', { amount: formatMoneyText(total, currency) });
  const reasonForm = { fields: { reason: { label: t('reason') } }, danger: true };
  const askedReason = { label: t('deposits.admin:reason'), hint: t('deposits.admin:reasonHint') };
  return {
    release: shown(contract.releaseBatch, {
      ...commonProps('release'),
      label: amount,
      title: t('batchAction.release'),
      confirm: amount,
      sends: { digest },
      // Only the release itself asks the node, so no reason is needed before.
      fields: { reason: { ...askedReason, after: 'verdict_needs_reason' } },
      children: (
        <>
          <Summary batch={batch} text={t('batchText.release')} />
          <PaidTo lines={lines} />
          <LeftIn batch={batch} />
          <Digest text={digest} isOpen isOfFile={batch.format !== 'by_hand'} />
          <Replacements found={replaced} />
        </>
      ),
    }),
    refuse: shown(contract.refuseBatch, {
      ...commonProps('refuse'),
      ...reasonForm,
      children: <Summary batch={batch} text={t('batchText.refuse')} />,
    }),
    cancel: shown(contract.cancelBatch, {
      ...commonProps('cancel'),
      children: <Summary batch={batch} text={t('batchText.cancel')} />,
    }),
    sent: shown(contract.markSent, {
      ...commonProps('sent'),
      fields: { bankReference: { label: rail ? t('byRail.reference', { rail }) : t('bankReference') } },
      children: <Summary batch={batch} text={t('batchText.sent')} />,
    }),
    withdraw: shown(contract.withdrawBatch, {
      ...commonProps('withdraw'),
      ...reasonForm,
      children: <Summary batch={batch} text={t('batchText.withdraw')} />,
    }),
  };
}

/** Explains the action in a dialog, with its amount. */
function Summary({ batch, text }: { batch: Batch; text: string }) {
  const { t } = useTranslation('payouts.admin');
  const { count, account } = batch;
  return (
    <>
      <p>{text}</p>
      <p className="flex flex-wrap justify-between gap-x-4">
        {account ? t('batchOf', { count, account: account.name }) : t('batchByHand', { count })}
        <Money strong amount={batch.total} currency={batch.currency} className="ms-auto" />
      </p>
    </>
  );
}

/** Names the payee before money leaves: the only one, or the one with the largest sum. */
function PaidTo({ lines }: { lines: readonly BatchLine[] }) {
  const { t } = useTranslation('payouts.admin');
  const [first, ...otherLines] = lines;
  if (!first) return null;
  const line = otherLines.reduce(
    (max, otherLine) => (decimal(otherLine.amount).gt(decimal(max.amount)) ? otherLine : max),
    first,
  );
  const { accountName, bankName, iban, accountNumber } = line.payee;
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span>{otherLines.length === 0 ? t('column.payee') : t('largest')}</span>
      <span className="ms-auto text-end wrap-anywhere">
        <bdi className="font-semibold">{accountName}</bdi>{' '}
        {otherLines.length === 0 ? (
          <>
            <bdi>{bankName}</bdi> <Ltr className="figures">{iban ?? accountNumber}</Ltr>
          </>
        ) : (
          <Money amount={line.amount} currency={line.currency} />
        )}
      </span>
    </p>
  );
}

/** The money that stays on the account after the batch, by its last statement; nothing where no statement says it. */
function LeftIn({ batch: { account, total, currency } }: Pick<BatchActionsProps, 'batch'>) {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { balance, balanceOn } = accounts.find(({ id }) => id === account?.id) ?? {};
  if (!account || typeof balance !== 'string' || typeof balanceOn !== 'string') return null;
  const left = decimal(balance).minus(decimal(total));
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span>
        {t('leftIn', { account: account.name })}
        <span className="block text-xs text-muted">
          {t('leftInBasis', { day: formatDay(balanceOn, { year: 'numeric' }) })}
        </span>
      </span>
      <Money amount={toText(left)} currency={currency} className={clsx('ms-auto', left.lt(zero) && 'text-rejected')} />
    </p>
  );
}

/** The name of a folded part of a batch. */
export const foldClasses =
  'flex min-h-9 w-fit cursor-pointer list-none gap-1.5 py-2 text-muted hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden';

interface DigestProps {
  text: string;
  isOpen: boolean;
  /** True if the bank gets a file, whose SHA-256 can be compared there. */
  isOfFile: boolean;
}

/** The SHA-256 of the released file, open where the file at the bank is compared with it, else folded. */
export function Digest({ text, isOpen, isOfFile }: DigestProps) {
  const { t } = useTranslation('payouts.admin');
  return (
    <details open={isOpen} className="group text-sm text-muted">
      <summary className={foldClasses}>
        <FoldMark />
        {t('digest')}
      </summary>
      {isOfFile && <p className="text-xs">{t('digestText')}</p>}
      <span className="flex items-center gap-1">
        <Ltr className="min-w-0 font-mono text-xs wrap-anywhere">{text}</Ltr>
        <InlineCopy text={text} label={t('copyDigest')} />
      </span>
    </details>
  );
}
