import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { updateExchangeRate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { useChangeRate, type AdminRate } from './fiat-exchange.admin.queries.ts';

const schema = wireForm(updateExchangeRate.body, ({ marketPercent }: { marketPercent: string }) => ({
  marketPercent: marketPercent.trim() === '' ? Number.NaN : Number(marketPercent),
}));

/** Lets a rate follow the market's, so many per cent above or below it. */
export function FollowMarket({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const form = useContractForm(schema, { defaultValues: { marketPercent: String(rate.marketPercent ?? -1) } });
  const field = useFields(form);
  const change = useChangeRate();
  const done = () => {
    toast({ title: t('rates.updatedDone'), tone: 'done' });
    onClose();
  };
  return (
    <ShortForm
      form={form}
      className="flex max-w-md flex-col gap-2 py-1"
      onSubmit={(body) => change.mutate({ id: rate.id, body }, { onSuccess: done })}
      error={change.error}
    >
      <TextInput label={t('rates.market')} inputMode="text" dir="ltr" suffix="%" {...field('marketPercent')} />
      {change.error && <AdminProblem error={change.error} title={t('rates.failed.update')} />}
      <span className="flex gap-2">
        <Button type="submit" size="small" variant="tonal" busy={change.isPending}>
          {t('save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </span>
    </ShortForm>
  );
}
