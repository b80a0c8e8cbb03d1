import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Checkbox.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import { useChangeCurrency, useCreateCurrency, type DeskCurrency } from './exchange-desk.api.ts';

interface CurrencyDialogProps {
  /** The one to change; absent for a new one. */
  currency?: DeskCurrency;
  nextOrder: number;
  onClose: () => void;
}

const typedOf = (currency: DeskCurrency | undefined, order: number) => ({
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
  const { t } = useTranslation(['exchangeDesk', 'common']);
  const [typed, setTyped] = useState(() => typedOf(currency, nextOrder));
  const [tried, setTried] = useState(false);
  const create = useCreateCurrency();
  const change = useChangeCurrency();
  const { error, isPending } = currency ? change : create;

  const done = () => {
    toast({ title: t(currency ? 'currencies.updated' : 'currencies.created'), tone: 'done' });
    onClose();
  };
  const send = () => {
    setTried(true);
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
        <Fields typed={typed} tried={tried} onChange={setTyped} />
        {error && (
          <DeskProblem
            error={error}
            title={t(currency ? 'currencies.failed.update' : 'currencies.failed.create')}
            onRetry={send}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" look="filled" busy={isPending}>
            {currency ? t('save') : t('currencies.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Fields({ typed, tried, onChange }: { typed: Typed; tried: boolean; onChange: (typed: Typed) => void }) {
  const { t } = useTranslation('exchangeDesk');
  const missing = (value: string) => (tried && !value.trim() ? t('currencies.missing') : undefined);
  const oddCode = tried && typed.code.trim() !== '' && !/^[A-Z]{3}$/.test(typed.code.trim());
  const oddOrder = tried && !/^[1-9]\d{0,3}$/.test(typed.order);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('currencies.code')}
          maxLength={3}
          autoComplete="off"
          value={typed.code}
          onChange={({ target }) => onChange({ ...typed, code: target.value.toUpperCase() })}
          error={oddCode ? t('currencies.oddCode') : missing(typed.code)}
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
        error={oddOrder ? t('currencies.oddOrder') : undefined}
      />
      <Checkbox
        label={t('currencies.isActive')}
        checked={typed.isActive}
        onChange={({ target }) => onChange({ ...typed, isActive: target.checked })}
      />
    </>
  );
}
