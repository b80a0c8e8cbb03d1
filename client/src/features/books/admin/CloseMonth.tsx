import { useTranslation } from 'react-i18next';
import { formatMonth, formatNumber } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { closePeriod } from '#shared/books/books.periods.contract.ts';
import { useClosePeriod, type Period } from '../books.queries.ts';
import { firstDayAfter } from './books.days.ts';

/** A difference can be accepted with a reason; every other problem has to be fixed first. */
const isBlocking = ({ code }: Period['problems'][number]) => code !== 'not_reconciled';

/** Closes a month as it is shown; where something differs, with a reason. */
export function CloseMonth({ period, name }: { period: Period; name: string }) {
  const { t } = useTranslation('books.admin');
  const { month, digest, problems } = period;
  const close = useClosePeriod(month);
  const [form, field] = useContractForm(closePeriod.body.pick({ reason: true }), { defaultValues: { reason: '' } });
  const differenceCount = problems.filter(({ code }) => code === 'not_reconciled').length;
  const asksReason = differenceCount > 0;
  const isMissing = asksReason && !form.watch('reason')?.trim();
  const missingText = problems.some(isBlocking) ? t('close.blocked') : isMissing ? t('close.reasonFirst') : undefined;
  const send = ({ reason }: { reason?: string | undefined }) => {
    if (missingText || close.isPending) return;
    const toastSuccess = () => toast({ title: t('close.done', { month: name }) });
    close.mutate({ digest, ...(reason && { reason }) }, { onSuccess: toastSuccess });
  };
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-4 card p-4"
      onSubmit={send}
      onChange={close.reset}
      error={close.error}
    >
      {asksReason && <TextInput label={t('close.reason')} {...field('reason')} />}
      <p className="text-sm text-muted">
        {t('close.later', { month: formatMonth(firstDayAfter(month)) })} {t('reopen.hint')}
      </p>
      {close.error && <AdminProblem error={close.error} title={t('failed.close')} />}
      <SendButton
        type="submit"
        text={
          asksReason
            ? t('close.despite', { month: name, count: differenceCount, shown: formatNumber(differenceCount) })
            : t('close.button', { month: name })
        }
        variant="filled"
        className="self-start"
        busy={close.isPending}
        missing={missingText}
        onMissing={() => isMissing && form.setFocus('reason')}
      />
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted">{t('close.digest')}</summary>
        <Ltr className="font-mono text-xs wrap-anywhere">{digest}</Ltr>
      </details>
    </ShortForm>
  );
}
