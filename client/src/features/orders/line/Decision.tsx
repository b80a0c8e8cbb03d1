import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { useChoose } from '#client/features/settlements/settlements.queries.ts';
import { formatCrypto, formatMoneyText, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { formatWhen } from '#client/lib/format/when.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import type { Line } from '#shared/orders/line/line.ts';
import { maxRefundFeePercent, offerMs } from '#shared/orders/orders.stages.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { ChoiceRows, type ChoiceRow } from './ChoiceRows.tsx';
import type { LineSource } from './line.values.ts';
import { ClockLine, MoneyLine } from './MoneyLine.tsx';

type Choice = OwnDeposit['choices'][number];

interface DecisionProps {
  details: OrderDetails;
  deposit: OwnDeposit;
  line: Line;
  source: LineSource;
  /** Runs when the customer chose to send the missing coins. */
  onTopUp: () => void;
}

/**
 * Too little or too late arrived: each choice with its result and its deadline, and one button that names the chosen
 * one.
 */
export function Decision({ details, deposit, line, source, onTopUp }: DecisionProps) {
  const { t } = useTranslation(['settlements', 'refunds']);
  const choose = useChoose(details.id);
  const { choices, offer } = deposit;
  const [namedChoice, setNamedChoice] = useState<Choice>();
  const [isAsking, setAsking] = useState(false);
  const { label, rows } = useChoices(details, deposit, source.now);
  const chosenChoice = choices.find((choice) => choice === namedChoice) ?? choices[0];
  if (chosenChoice === undefined) return null;
  const send = () =>
    choose.mutate(
      { choice: chosenChoice, ...(offer && { offerId: offer.offerId }) },
      { onSuccess: () => chosenChoice === 'top_up' && onTopUp() },
    );
  return (
    <>
      <MoneyLine
        line={line}
        source={source}
        rows={
          <>
            <ChoiceRows
              legend={t('legend')}
              value={chosenChoice}
              onChoose={(value) => setNamedChoice(choices.find((choice) => choice === value))}
              rows={choices.map((choice) => rows[choice])}
            />
            {offer && isPaid(chosenChoice) && <OfferTerms offer={offer} symbol={details.cryptoSymbol ?? ''} />}
          </>
        }
        clock={null}
        action={
          // The deadline of the chosen way stays in sight with its button, which would cover it on a phone.
          <div className="line-next no-print">
            <ChosenClock {...{ choice: chosenChoice, deposit, source }} />
            <SendButton
              text={label[chosenChoice]}
              variant="filled"
              wide
              busy={choose.isPending}
              onClick={() => (chosenChoice === 'refund' ? setAsking(true) : send())}
            />
          </div>
        }
      />
      {!isAsking && <Problem error={choose.error} title={choose.error ? t('failed') : undefined} />}
      {isAsking && chosenChoice === 'refund' && (
        <SendBack
          details={details}
          deposit={deposit}
          choose={choose}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface SendBackProps extends Pick<DecisionProps, 'details' | 'deposit'> {
  choose: ReturnType<typeof useChoose>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before a sale ends without a payout. */
function SendBack({ details, deposit, choose, onConfirm, onClose }: SendBackProps) {
  const { t } = useTranslation(['settlements', 'refunds']);
  const { offer, received } = deposit;
  const amount = formatCrypto(received, details.cryptoSymbol ?? '');
  return (
    <ConfirmDialog
      title={t('sendBack.title', { amount })}
      keep={t('sendBack.keep')}
      confirm={t('sendBack.confirm', { amount })}
      danger
      by={choose}
      failed={t('failed')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('sendBack.ends')}</p>
      <p>
        {t('sendBack.unpaid', {
          amount: formatMoneyText(offer?.netAmount ?? details.payoutAmount, details.payoutCurrency),
        })}
      </p>
      <p>
        {t('sendBack.get', { amount })} {t(feeWords(deposit), { percent: maxRefundFeePercent })}
      </p>
      <p>{t('sendBack.next')}</p>
    </ConfirmDialog>
  );
}

/** Shows who bears the network fee of coins that go back. */
const feeWords = ({ feeBy }: Pick<OwnDeposit, 'feeBy'>) =>
  feeBy === 'customer' ? 'refunds:youBearFee' : 'refunds:weBearFee';

/** True for the choice by which the offer is paid. */
const isPaid = (choice: Choice): boolean => choice === 'take' || choice === 'accept_rate';

/** The rate and the fee of an offer, next to its sum. */
function OfferTerms({ offer, symbol }: { offer: NonNullable<OwnDeposit['offer']>; symbol: string }) {
  const { t } = useTranslation('orders');
  const { rate, feePercent, fee, currency } = offer;
  return (
    <DottedRows>
      <DottedRow label={t('slip.rate')}>{formatRate(symbol, currency, rate)}</DottedRow>
      <DottedRow label={t('slip.fee', { percent: formatPercent(feePercent) })}>
        {formatMoneyText(`-${fee}`, currency)}
      </DottedRow>
    </DottedRows>
  );
}

/** The clock of the chosen option, with the last day to choose below it. */
function ChosenClock({ choice, deposit, source }: { choice: Choice; deposit: OwnDeposit; source: LineSource }) {
  const { t } = useTranslation('orders.line');
  const { offer, inTimeUntil, choiceUntil } = deposit;
  const formatAt = (at: string) => formatWhen(new Date(at), source.now);
  const isAhead = (at: string | null) => at !== null && Date.parse(at) > source.now;
  const isPaidChoice = isPaid(choice);
  const main =
    isPaidChoice && offer
      ? t('clock.offer', { offerUntil: formatAt(offer.validUntil) })
      : choice === 'top_up' && inTimeUntil && isAhead(inTimeUntil)
        ? t('clock.topUp', { inTimeUntil: formatAt(inTimeUntil) })
        : undefined;
  const share = isPaidChoice && offer ? (Date.parse(offer.validUntil) - source.now) / offerMs : undefined;
  const underText = choiceUntil ? t('under.choice', { choiceUntil: formatAt(choiceUntil) }) : undefined;
  return main || underText ? <ClockLine main={main} under={underText} share={share} /> : null;
}

/** The name of each choice, and its row. */
function useChoices(details: OrderDetails, deposit: OwnDeposit, now: number) {
  const { t, i18n } = useTranslation(['settlements', 'refunds']);
  const { offer, received, missing, inTimeUntil } = deposit;
  const isolatedValues = <Values extends Record<string, string>>(values: Values) => isolateValues(values, i18n.dir());
  const coins = (amount: number) => formatCrypto(amount, details.cryptoSymbol ?? '');
  const offerText = offer ? formatMoneyText(offer.netAmount, offer.currency) : '';
  const promisedSum = formatMoneyText(details.payoutAmount, details.payoutCurrency);
  const isInTime = inTimeUntil !== null && Date.parse(inTimeUntil) > now;
  const label: Record<Choice, string> = {
    top_up: t('top_up', isolatedValues({ amount: coins(missing) })),
    take: t('take', isolatedValues({ amount: offerText })),
    accept_rate: t('accept_rate', isolatedValues({ amount: offerText })),
    refund: t('refund', isolatedValues({ amount: coins(received) })),
  };
  const rows: Record<Choice, ChoiceRow> = {
    top_up: {
      value: 'top_up',
      title: label.top_up,
      sum: isInTime ? promisedSum : '',
      text: isInTime ? t('inTime') : t('afterTime'),
    },
    take: {
      value: 'take',
      title: t('takeRow', isolatedValues({ amount: coins(received) })),
      sum: offerText,
      text: offer ? t('takeText') : '',
    },
    accept_rate: { value: 'accept_rate', title: t('acceptRow'), sum: offerText, text: t('offersDiffer') },
    refund: {
      value: 'refund',
      title: t('refundRow'),
      sum: coins(received),
      text: `${t('refundText')} ${t(feeWords(deposit), { percent: maxRefundFeePercent })}`,
    },
  };
  return { label, rows };
}
