import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PayoutAccountForm } from '#client/features/sell/components/PayoutAccountForm.tsx';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { warnedHint } from '#client/ui/form/warnedHint.tsx';
import { exchangeBankDetails } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { checkAba } from '#shared/reference/account-schemes.ts';
import { exchangeEstimateQuery } from '../fiat-exchange.queries.ts';
import { ExchangeFrame, ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';
import { termsOf } from './fiat-exchange.draft.ts';
import type { Exchange } from './useExchange.ts';

/** Step 2: the bank account that is paid. */
export function BankStep({ exchange, user }: { exchange: Exchange; user: SessionUser }) {
  const { t } = useTranslation(['fiat-exchange', 'sell']);
  const { draft, update, go } = exchange;
  const formId = useId();
  return (
    <ExchangeFrame
      step={2}
      heading={t('sell:payment.heading', { currency: draft.to })}
      {...useSummary(exchange)}
      bar={
        <>
          <Button onClick={() => go(1)}>{t('back')}</Button>
          <Button text={t('bank.next')} type="submit" form={formId} variant="filled" />
        </>
      }
    >
      <PayoutAccountForm
        id={formId}
        typedAccount={draft.account}
        currency={draft.to}
        user={user}
        bankOnly
        onChange={(account) => update({ account })}
        onSubmit={(account) => {
          update({ account });
          go(3);
        }}
      >
        {draft.to === 'USD' && (
          <RoutingField value={draft.routingNumber} onChange={(routingNumber) => update({ routingNumber })} />
        )}
      </PayoutAccountForm>
    </ExchangeFrame>
  );
}

/**
 * The routing number, asked for dollars only. Its error appears when the field loses focus and never blocks the form.
 */
function RoutingField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation(['fiat-exchange', 'sell']);
  const [hasLeft, setLeft] = useState(true);
  const digits = latinDigits(value).replace(/[\s-]/g, '');
  const problem = hasLeft && digits !== '' ? checkAba(digits) : undefined;
  const warning = problem && t(problem === 'checksum' ? 'sell:payment.problem.digit' : 'bank.routingInvalid');
  return (
    <TextInput
      label={t('bank.routing')}
      optional
      hint={warnedHint(warning, t('bank.routingHint'))}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onValue={onChange}
      maxLength={maxLengthOf(exchangeBankDetails, 'routingNumber')}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
    />
  );
}

function useSummary({ draft }: Exchange) {
  const { i18n } = useTranslation();
  const terms = termsOf(draft, i18n.language);
  const { data: estimate } = useQuery({
    ...exchangeEstimateQuery(terms ?? { fromCurrency: '', toCurrency: '', amount: '0' }),
    enabled: terms !== undefined,
  });
  if (!estimate) return {};
  return { summary: <ExchangeSlip estimate={estimate} />, summaryLine: <SummaryLine estimate={estimate} /> };
}
