import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useChangeCurrency, useCreateCurrency, type AdminCurrency } from './fiat-exchange.admin.queries.ts';

interface CurrencyDialogProps {
  /** The one to change; absent for a new one. */
  currency?: AdminCurrency;
  nextOrder: number;
  onClose: () => void;
}

const typedOf = (currency: AdminCurrency | undefined, order: number) => ({
  code: currency?.code ?? '',
  name: currency?.name ?? '',
  symbol: currency?.symbol ?? '',
  order: String(order),
  isActive: currency?.isActive ?? true,
});
type Typed = ReturnType<typeof typedOf>;

/** The currency as it is sent; undefined while something is missing or odd. */
function bodyOf({ code, name, symbol, order, isActive }: Typed) {
  const sortOrder = /^[1-9]\d{0,3}$/.test(order) ? Number(order) : undefined;
  if (!/^[A-Z]{3}$/.test(code.trim()) || !name.trim() || !symbol.trim() || !sortOrder) return undefined;
  return { code: code.trim(), name: name.trim(), symbol: symbol.trim(), isActive, sortOrder };
}

/** A currency's code, name, symbol, place and switch. */
export function CurrencyDialog({ currency, nextOrder, onClose }: CurrencyDialogProps) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const [typed, setTyped] = useState(() => typedOf(currency, nextOrder));
  const [attempted, setAttempted] = useState(false);
  const create = useCreateCurrency();
  const change = useChangeCurrency();
  const { error, isPending } = currency ? change : create;

  const done = () => {
    toast({ title: t(currency ? 'currencies.updated' : 'currencies.created'), tone: 'done' });
    onClose();
  };
  const send = () => {
    setAttempted(true);
    const body = bodyOf(typed);
    if (!body) return;
    if (currency) change.mutate({ id: currency.id, body }, { onSuccess: done });
    else create.mutate(body, { onSuccess: done });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isPending}
      title={currency ? t('currencies.editTitle', { code: currency.code }) : t('currencies.add')}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Fields typed={typed} attempted={attempted} onChange={setTyped} />
        {error && (
          <AdminProblem
            error={error}
            title={t(currency ? 'currencies.failed.update' : 'currencies.failed.create')}
            onRetry={send}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" variant="filled" busy={isPending}>
            {currency ? t('save') : t('currencies.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Fields({
  typed,
  attempted,
  onChange,
}: {
  typed: Typed;
  attempted: boolean;
  onChange: (typed: Typed) => void;
}) {
  const { t } = useTranslation('fiat-exchange.admin');
  const missing = (value: string) => (attempted && !value.trim() ? t('currencies.missing') : undefined);
  const invalidCode = attempted && typed.code.trim() !== '' && !/^[A-Z]{3}$/.test(typed.code.trim());
  const invalidOrder = attempted && !/^[1-9]\d{0,3}$/.test(typed.order);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('currencies.code')}
          maxLength={3}
          autoComplete="off"
          value={typed.code}
          onChange={({ target }) => onChange({ ...typed, code: target.value.toUpperCase() })}
          error={invalidCode ? t('currencies.oddCode') : missing(typed.code)}
        />
        <TextInput
          label={t('currencies.symbol')}
          maxLength={8}
          autoComplete="off"
          value={typed.symbol}
          onChange={({ target }) => onChange({ ...typed, symbol: target.value })}
          error={missing(typed.symbol)}
        />
      </div>
      <TextInput
        label={t('currencies.name')}
        maxLength={60}
        autoComplete="off"
        value={typed.name}
        onChange={({ target }) => onChange({ ...typed, name: target.value })}
        error={missing(typed.name)}
      />
      <TextInput
        label={t('currencies.sortOrder')}
        inputMode="numeric"
        autoComplete="off"
        value={typed.order}
        onChange={({ target }) => onChange({ ...typed, order: target.value })}
        error={invalidOrder ? t('currencies.oddOrder') : undefined}
      />
      <Checkbox
        label={t('currencies.isActive')}
        checked={typed.isActive}
        onChange={({ target }) => onChange({ ...typed, isActive: target.checked })}
      />
    </>
  );
}
