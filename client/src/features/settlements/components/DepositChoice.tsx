import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { depositQuery, type OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { RefundAddress } from '#client/features/refunds/components/RefundAddress.tsx';
import { formatCrypto, formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import type { Api } from '#shared/api.ts';
import { useChoose, useDepositChanges } from '../settlements.queries.ts';
import { SendMissing } from './SendMissing.tsx';

type Details = Api['GET /api/transactions/:id']['output'];
type Choice = OwnDeposit['choices'][number];

/** What a customer decides where too little or too late arrived, and where a refund goes; nothing where there is nothing to decide. */
export function DepositChoice({ details }: { details: Details }) {
  const { data } = useQuery(depositQuery(details));
  useDepositChanges('GET /api/transactions/:id/deposit', 'GET /api/transactions/:id');
  if (!data) return null;
  if (data.refund) return <RefundAddress refund={data.refund} />;
  return data.choices.length > 0 ? <Choices details={details} deposit={data} /> : null;
}

interface ChoicesProps {
  details: Details;
  deposit: OwnDeposit;
}

/** One card: what arrived, each way on with what it gives and until when, and one button that names the way chosen. */
function Choices({ details, deposit }: ChoicesProps) {
  const { t } = useTranslation('settlements');
  const choose = useChoose(details.id);
  const { choices, offer, received, agreed, missing } = deposit;
  const [named, setNamed] = useState<Choice>();
  const [isSending, setSending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const chosen = choices.find((choice) => choice === named) ?? choices[0];
  const { label, rows } = useChoiceTexts({ details, deposit });
  if (chosen === undefined) return null;
  if (isSending && choices.includes('top_up'))
    return <SendMissing details={details} deposit={deposit} onBack={() => setSending(false)} />;
  const coins = (amount: number) => formatCrypto(amount, details.cryptoSymbol ?? '');
  const send = () =>
    choose.mutate(
      { choice: chosen, ...(offer && { offerId: offer.offerId }) },
      { onSuccess: () => setSending(chosen === 'top_up') },
    );
  return (
    <section aria-labelledby="deposit-choice" className="flex flex-col gap-4 card border-pending/45 p-4">
      <div className="flex flex-col gap-1">
        <h3 id="deposit-choice" className="text-lg">
          {missing > 0 ? t('short', { received: coins(received), agreed: coins(agreed) }) : t('late')}
        </h3>
        <p className="text-muted">{t('nothingYet')}</p>
        {offer && (
          <p className="text-muted">{t('agreed', { amount: formatMoneyText(offer.promisedNet, offer.currency) })}</p>
        )}
      </div>
      <RadioCards
        legend={t('legend')}
        value={chosen}
        onChange={({ target }) => setNamed(choices.find((choice) => choice === target.value))}
        options={choices.map((value) => ({ value, ...rows[value] }))}
      />
      {!isAsking && <Problem error={choose.error} title={choose.error ? t('failed') : undefined} />}
      <SendButton
        text={label[chosen]}
        variant="filled"
        wide
        busy={choose.isPending}
        onClick={() => (chosen === 'refund' ? setAsking(true) : send())}
      />
      {isAsking && chosen === 'refund' && (
        <ConfirmDialog
          title={t('sendBack.title', { amount: coins(received) })}
          confirm={t('sendBack.confirm', { amount: coins(received) })}
          danger
          by={choose}
          failed={t('failed')}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>{t('sendBack.ends')}</p>
          <p>
            {t('sendBack.unpaid', {
              amount: formatMoneyText(offer?.netAmount ?? details.payoutAmount, details.payoutCurrency),
            })}
          </p>
          <p>{t('sendBack.next')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The name of each choice, and its row: what the customer gets and one line of consequence. */
function useChoiceTexts({ details, deposit: { offer, received, missing, inTimeUntil } }: ChoicesProps) {
  const { t } = useTranslation('settlements');
  const coins = (amount: number) => formatCrypto(amount, details.cryptoSymbol ?? '');
  const offered = offer ? formatMoneyText(offer.netAmount, offer.currency) : '';
  const promised = formatMoneyText(details.payoutAmount, details.payoutCurrency);
  const until = offer ? t('offerUntil', { time: formatDateTime(offer.validUntil) }) : '';
  const label: Record<Choice, string> = {
    top_up: t('top_up', { amount: coins(missing) }),
    take: t('take', { amount: offered }),
    accept_rate: t('accept_rate', { amount: offered }),
    refund: t('refund', { amount: coins(received) }),
  };
  const inTime = inTimeUntil ? t('inTime', { time: formatDateTime(inTimeUntil) }) : '';
  const rows: Record<Choice, { title: string; text: string }> = {
    top_up: { title: label.top_up, text: `${t('getThen', { amount: promised })} ${inTime}` },
    take: { title: label.take, text: until },
    accept_rate: { title: label.accept_rate, text: until },
    refund: { title: label.refund, text: t('refundText') },
  };
  return { label, rows };
}
