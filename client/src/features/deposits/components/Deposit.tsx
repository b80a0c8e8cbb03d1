import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatCrypto, formatNumber } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { Api } from '#shared/api.ts';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import { depositQuery, useChainProgress, useNameTransaction, type OwnDeposit } from '../deposits.queries.ts';

type OrderDetails = Api['GET /api/transactions/:id']['output'];

/** What is seen of the deposit of a sale; nothing where its chain is not read. */
export function Deposit({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('deposits');
  const { data: deposit } = useQuery({ ...depositQuery(details), enabled: details.type === 'sell' });
  useChainProgress('GET /api/transactions/:id/deposit');
  if (!deposit?.isRead) return null;
  return (
    <>
      {deposit.isSimulated && <Note tone="warning">{t('simulated')}</Note>}
      <Progress details={details} deposit={deposit} />
    </>
  );
}

function Progress(props: { details: OrderDetails; deposit: OwnDeposit }) {
  const {
    details,
    deposit: { seen, transactionHash, isOwn },
  } = props;
  const { t } = useTranslation('deposits');
  if (seen) {
    // Where the coins went since is said above.
    if (details.status === 'completed' || isRefundStage(details.stage)) return null;
    const amount = formatCrypto(seen.amount, details.cryptoSymbol ?? '');
    const depth = { confirmations: formatNumber(seen.confirmations), required: formatNumber(seen.required) };
    return <Note announce>{t('seen', { amount, ...depth })}</Note>;
  }
  // Once the team has found the deposit, nothing is to be found any more.
  if (details.status !== 'pending' || isOwn) return null;
  return transactionHash === null ? <HashForm details={details} /> : <Note announce>{t('awaited')}</Note>;
}

const named = z.object({ transactionHash: text(200, { min: 1, error: reason('transaction_hash_invalid') }) });

function HashForm({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('deposits');
  const { mutate, isPending, error } = useNameTransaction(details);
  const [form, field] = useContractForm(named, { defaultValues: { transactionHash: '' } });
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-3"
      error={error}
      onSubmit={({ transactionHash }) => mutate(transactionHash)}
    >
      <TextInput
        label={t('hash')}
        hint={t('hashHint')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...field('transactionHash')}
      />
      <Problem error={error} title={error ? t('failed') : undefined} />
      <SendButton text={t('save')} type="submit" busy={isPending} />
    </ShortForm>
  );
}
