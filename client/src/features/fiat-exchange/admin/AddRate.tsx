import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useAddRate, type AdminCurrency, type AdminRate } from './fiat-exchange.admin.queries.ts';
import { readRate } from './fiat-exchange.rate-input.ts';

const empty = { from: '', to: '', rate: '' };
type Typed = typeof empty;

/** The rate of a pair that has none yet. */
export function AddRate({ currencies, rates }: { currencies: readonly AdminCurrency[]; rates: readonly AdminRate[] }) {
  const { t, i18n } = useTranslation('fiat-exchange.admin');
  const [typed, setTyped] = useState<Typed>(empty);
  const [attempted, setAttempted] = useState(false);
  const add = useAddRate();
  const exchangeRate = readRate(typed.rate, i18n.language);
  const problem = useProblem(typed, exchangeRate, rates);
  const update = (change: Partial<Typed>) => {
    add.reset();
    setTyped({ ...typed, ...change });
  };
  const send = () => {
    setAttempted(true);
    if (problem || !exchangeRate) return;
    const done = () => {
      toast({ title: t('rates.added'), tone: 'done' });
      setTyped(empty);
      setAttempted(false);
    };
    add.mutate({ fromCurrency: typed.from, toCurrency: typed.to, exchangeRate }, { onSuccess: done });
  };
  const errorAt = (field: keyof Typed) => (attempted && problem?.field === field ? problem.text : undefined);
  return (
    <form
      noValidate
      aria-label={t('rates.addTitle')}
      className="card flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
        <CurrencySelect
          label={t('rates.from')}
          value={typed.from}
          onChoose={(from) => update({ from })}
          {...{ currencies, error: errorAt('from') }}
        />
        <CurrencySelect
          label={t('rates.to')}
          value={typed.to}
          onChoose={(to) => update({ to })}
          {...{ currencies, error: errorAt('to') }}
        />
        <TextInput
          label={t('rates.rate')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          placeholder="0.00000001"
          value={typed.rate}
          onChange={({ target }) => update({ rate: target.value })}
          error={errorAt('rate')}
        />
        <Button
          type="submit"
          variant="filled"
          busy={add.isPending}
          icon={<Plus aria-hidden="true" className="size-4" />}
          className="min-h-12 lg:mt-7"
        >
          {t('rates.add')}
        </Button>
      </div>
      {add.error && <AdminProblem error={add.error} title={t('rates.failed.add')} onRetry={send} />}
    </form>
  );
}

function useProblem({ from, to, rate }: Typed, exchangeRate: string | undefined, rates: readonly AdminRate[]) {
  const { t } = useTranslation('fiat-exchange.admin');
  const missing = (['from', 'to', 'rate'] as const).find((field) => !{ from, to, rate }[field].trim());
  if (missing) return { field: missing, text: t('rates.missing') };
  if (from === to) return { field: 'to', text: t('rates.same') } as const;
  if (!exchangeRate) return { field: 'rate', text: t('rates.notPositive') } as const;
  const known = rates.some(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to);
  return known ? ({ field: 'to', text: t('rates.known', { from, to }) } as const) : undefined;
}

interface CurrencySelectProps {
  label: string;
  value: string;
  currencies: readonly AdminCurrency[];
  error: string | undefined;
  onChoose: (code: string) => void;
}

function CurrencySelect({ label, value, currencies, error, onChoose }: CurrencySelectProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  return (
    <Select label={label} value={value} error={error} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{t('rates.choose')}</option>
      {currencies.map(({ code, name }) => (
        <option key={code} value={code}>
          {code} · {name}
        </option>
      ))}
    </Select>
  );
}
