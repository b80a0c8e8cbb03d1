import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { bringIntoView, KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { PaymentSlip } from '#client/features/payment-methods/components/PaymentSlip.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { formatMoneyText, maskedAccount } from '#client/lib/format/format.ts';
import { DottedRow } from '#client/ui/brand/Slip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem, useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { submitExchangeOrder } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { useSubmitExchange, type ExchangeEstimate, type Instructions } from '../fiat-exchange.queries.ts';
import { ExchangeFrame, ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';
import { orderOf } from './fiat-exchange.draft.ts';
import { Deadlines, LockOver, NewRate } from './RateLock.tsx';
import type { Exchange } from './useExchange.ts';

interface PayProps {
  exchange: Exchange;
  details: Instructions;
  /** Asks again where and how much to pay. */
  renew: () => Promise<Instructions | undefined>;
}

/** The accounts to pay into, and the button that turns the payment into an order. */
export function Pay({ exchange, details, renew }: PayProps) {
  const { t } = useTranslation('fiat-exchange');
  const { draft, update, go } = exchange;
  const { estimate, instructions, reference } = details;
  const method = methodOf(instructions, draft.methodId);
  const formId = useId();
  const form = useDraftForm(useMethodForm(), { methodId: method?.id ?? '' });
  const { submit, before: previousEstimate, isPending, error, reset } = useOpening(exchange, renew);
  const mustAccept = previousEstimate !== undefined && !error;

  return (
    <ExchangeFrame
      step={3}
      heading={t('instructions.heading', { amount: formatMoneyText(estimate.inputAmount, estimate.fromCurrency) })}
      summary={<ExchangeSlip plain estimate={estimate} rows={<Account exchange={exchange} />} />}
      summaryLine={<SummaryLine estimate={estimate} />}
      bar={
        <>
          <Button text={t('back')} disabled={isPending} onClick={() => go(2)} />
          {/* Another rate is accepted by another button, at another place: an impatient second press accepts nothing. */}
          {!mustAccept && (
            <SendButton atEnd type="submit" form={formId} variant="filled" busy={isPending}>
              {t('instructions.made')}
            </SendButton>
          )}
        </>
      }
    >
      <LockOver details={details} renew={renew} />
      <ShortForm
        id={formId}
        form={form}
        className="empty:hidden"
        onSubmit={({ methodId }) => submit(details, methodId)}
      >
        {instructions.length > 1 && (
          <RadioCards
            legend={t('instructions.choose')}
            value={method?.id ?? ''}
            onChange={({ target }) => update({ methodId: target.value })}
            error={form.formState.isSubmitted ? form.problemAt('methodId') : undefined}
            options={instructions.map(({ id, displayName }) => ({ value: id, title: displayName }))}
          />
        )}
      </ShortForm>
      <WhereToPay details={details} method={method} />
      <p className="text-muted">{t('instructions.lede')}</p>
      <Note>{t('instructions.only')}</Note>
      <p className="text-sm text-muted">{t('instructions.locks')}</p>
      {mustAccept && (
        <div key={estimate.exchangeRate} ref={bringIntoView}>
          <NewRate previousEstimate={previousEstimate} now={estimate} reference={reference}>
            <SendButton type="submit" form={formId} variant="filled" busy={isPending}>
              {t('changed.accept', { amount: formatMoneyText(estimate.outputAmount, estimate.toCurrency) })}
            </SendButton>
          </NewRate>
        </div>
      )}
      <NotOpened error={error} reference={reference} onDecided={reset} />
    </ExchangeFrame>
  );
}

interface WhereToPayProps {
  details: Instructions;
  /** Undefined until one of several is chosen. */
  method: Instructions['instructions'][number] | undefined;
}

/** The account to pay into, with the time that is left for it above. */
function WhereToPay({ details, method }: WhereToPayProps) {
  const { estimate, instructions, reference } = details;
  const deadlines = <Deadlines details={details} />;
  if (!method) return deadlines;
  // The choice between several accounts already names it.
  const name = instructions.length === 1 && <p className="mb-2 text-xs font-medium text-muted">{method.displayName}</p>;
  const heading = (
    <>
      {name}
      {deadlines}
    </>
  );
  return <PaymentSlip method={method} amount={estimate.inputAmount} reference={reference} head={heading} />;
}

function methodOf(methods: Instructions['instructions'], chosenId: string | undefined) {
  return methods.find(({ id }) => id === chosenId) ?? (methods.length === 1 ? methods[0] : undefined);
}

/** The method that the customer paid by; it must be chosen if there are several. */
function useMethodForm() {
  const choosing = useTranslation('fiat-exchange').t('instructions.choosing');
  return useMemo(() => {
    const methodId = submitExchangeOrder.body.shape.paymentMethodId.unwrap();
    const valuesOf = ({ methodId: id }: { methodId: string }) => ({ methodId: id });
    return wireForm(z.object({ methodId }), valuesOf, ({ path }) => ({ path, message: choosing }));
  }, [choosing]);
}

function Account({ exchange: { draft } }: { exchange: Exchange }) {
  const { t } = useTranslation('fiat-exchange');
  const { bankName, accountNumber } = draft.account;
  return <DottedRow label={t('slip.account')}>{`${bankName} ${maskedAccount(accountNumber)}`}</DottedRow>;
}

/** Says why nothing was submitted, and the next step for a customer who has already paid. */
function NotOpened({ error, reference, onDecided }: { error: Error | null; reference: string; onDecided: () => void }) {
  const { t } = useTranslation(['fiat-exchange', 'sell']);
  const textOf = useProblemText();
  const paidNote = <p>{t('instructions.paidAlready', { reference })}</p>;
  if (!error) return null;
  if (hasCode(error, 'kyc_required')) {
    return (
      <KycRequired error={error} title={t('sell:allowance.exchangeOverTitle')} onDecided={onDecided}>
        {paidNote}
      </KycRequired>
    );
  }
  return (
    <div ref={bringIntoView}>
      <Problem
        error={textOf(error) || t('instructions.failedText')}
        title={t('instructions.failed')}
        action={paidNote}
      />
    </div>
  );
}

/** Creates the exchange as shown; if the rate has moved, shows the new estimate and asks again. */
function useOpening({ draft, opened }: Exchange, renew: PayProps['renew']) {
  const [previousEstimate, setPreviousEstimate] = useState<ExchangeEstimate>();
  const [keys] = useState(createIdempotencyKeys);
  const { mutate, isPending, error, reset } = useSubmitExchange();
  const submit = (details: Instructions, methodId: string) => {
    const order = orderOf(draft, details, methodId);
    mutate(
      { order, idempotencyKey: keys.keyOf(order) },
      {
        onSuccess: ({ transaction }) => opened(transaction.id),
        onError: (refusal) => {
          if (!hasCode(refusal, 'rate_changed')) return;
          setPreviousEstimate(details.estimate);
          void renew();
        },
      },
    );
  };
  return { submit, before: previousEstimate, isPending, reset, error: hasCode(error, 'rate_changed') ? null : error };
}
