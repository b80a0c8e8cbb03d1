import { ArrowDownUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currencyName, formatMoney, formatMoneyText, formatRate, formatRelative } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { AmountInput, UnitSelect } from '#client/ui/form/AmountInput.tsx';
import { IconButton } from '#client/ui/form/Button.tsx';
import type { ExchangeCurrency, ExchangeEstimate } from '../fiat-exchange.queries.ts';
import type { ExchangeDraft } from './fiat-exchange.draft.ts';

interface CurrencyFieldsProps {
  draft: ExchangeDraft;
  update: (change: Partial<ExchangeDraft>) => void;
  currencies: readonly ExchangeCurrency[];
  estimate: ExchangeEstimate | undefined;
  refreshing: boolean;
  /** The problem of the upper field, and that of the lower one. */
  sendProblem: string | undefined;
  receiveProblem: string | undefined;
  /** The typed amount to receive, if it determines the amount to send. */
  wantedOutput: { typed: string | undefined; setTyped: (typed: string) => void };
}

/** Two amounts, one above the other: either is typed and the other follows; swapping turns them round. */
export function CurrencyFields(props: CurrencyFieldsProps) {
  const { draft, update, currencies, estimate, refreshing, sendProblem, receiveProblem, wantedOutput } = props;
  const { t } = useTranslation('fiat-exchange');
  return (
    <div className="flex flex-col gap-3">
      <AmountInput
        label={t('currency.youSend')}
        value={draft.amount}
        onValue={(text) => update({ amount: text })}
        error={sendProblem}
        placeholder="0.00"
        unit={
          <CurrencyPick
            label={t('currency.from')}
            value={draft.from}
            currencies={currencies}
            onChoose={(from) => update({ from, methodId: undefined })}
          />
        }
      />
      <div className="flex items-center gap-3">
        <IconButton
          label={t('currency.swap')}
          className="border border-line-strong"
          onClick={() => update({ from: draft.to, to: draft.from, methodId: undefined })}
        >
          <ArrowDownUp className="size-5" />
        </IconButton>
        <p className="min-w-0 flex-1 text-sm text-muted">{estimate && <RateLine estimate={estimate} />}</p>
      </div>
      <AmountInput
        label={t('currency.youReceive')}
        value={wantedOutput.typed ?? (estimate ? formatMoney(estimate.outputAmount, estimate.toCurrency) : '')}
        onValue={wantedOutput.setTyped}
        hint={
          wantedOutput.typed !== undefined && estimate && formatMoneyText(estimate.outputAmount, estimate.toCurrency)
        }
        aria-busy={refreshing || undefined}
        error={receiveProblem}
        placeholder="0.00"
        unit={
          <CurrencyPick
            label={t('currency.to')}
            value={draft.to}
            currencies={currencies}
            onChoose={(to) => update({ to })}
          />
        }
      />
    </div>
  );
}

function RateLine({ estimate }: { estimate: ExchangeEstimate }) {
  const { t } = useTranslation('fiat-exchange');
  const { fromCurrency, toCurrency, exchangeRate, rateUpdatedAt, source } = estimate;
  return (
    <span className="flex flex-wrap gap-x-3">
      <Ltr className="font-medium text-ink figures">{formatRate(fromCurrency, toCurrency, exchangeRate)}</Ltr>
      <span>
        {t(source === 'sample' ? 'currency.sampleRateSet' : 'currency.rateSet', { age: formatRelative(rateUpdatedAt) })}
      </span>
    </span>
  );
}

interface CurrencyPickProps {
  label: string;
  value: string;
  currencies: readonly ExchangeCurrency[];
  onChoose: (code: string) => void;
}

function CurrencyPick({ label, value, currencies, onChoose }: CurrencyPickProps) {
  const isKnown = currencies.some(({ code }) => code === value);
  return (
    <UnitSelect label={label} shown={value} value={value} onValue={onChoose}>
      {!isKnown && <option value={value}>{value}</option>}
      {currencies.map((currency) => (
        <option key={currency.code} value={currency.code}>
          {currency.code} · {nameOf(currency)}
        </option>
      ))}
    </UnitSelect>
  );
}

const english = new Intl.DisplayNames(['en'], { type: 'currency' });

/** The currency's name in the reader's language, unless the operator has set a custom name. */
function nameOf({ code, name }: { code: string; name: string }): string {
  return name === english.of(code) ? currencyName(code) : name;
}
