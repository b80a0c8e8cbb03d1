import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { Api } from '#shared/api.ts';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { useNameTransaction, type OwnDeposit } from '../deposits.queries.ts';

type OrderDetails = Api['GET /api/transactions/:id']['output'];

interface NameTransactionProps {
  details: OrderDetails;
  /** Null if nothing is known about its chain. */
  deposit: OwnDeposit | null;
}

/**
 * A form in which the customer of a shared address names the transaction; nothing once it is seen, or if its chain is
 * not read.
 */
export function NameTransaction({ details, deposit }: NameTransactionProps) {
  const { t } = useTranslation('deposits');
  if (!deposit?.isRead || deposit.seen || deposit.isOwn || details.status !== 'pending') return null;
  return deposit.transactionHash === null ? <HashForm details={details} /> : <Note announce>{t('awaited')}</Note>;
}

const hashForm = z.object({ transactionHash: text(200, { min: 1, error: reason('transaction_hash_invalid') }) });

function HashForm({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('deposits');
  const { mutate, isPending, error } = useNameTransaction(details);
  const [form, field] = useContractForm(hashForm, { defaultValues: { transactionHash: '' } });
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
        autoComplete="off"
        spellCheck={false}
        {...field('transactionHash')}
      />
      <Problem error={error} title={error ? t('failed') : undefined} />
      <SendButton text={t('save')} type="submit" busy={isPending} />
    </ShortForm>
  );
}
