import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { depositQuery, type OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { RefundAddress } from '#client/features/refunds/components/RefundAddress.tsx';
import { formatCrypto, formatDateTime, formatMoney } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';
import { useChoose, useDepositChanges } from '../settlements.queries.ts';

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

function Choices({ details, deposit }: { details: Details; deposit: OwnDeposit }) {
  const { t } = useTranslation('settlements');
  const { mutate, isPending, error } = useChoose(details.id);
  const { choices, offer, received, missing } = deposit;
  const coins = (amount: number) => formatCrypto(amount, details.cryptoSymbol ?? '');
  const money = (amount: number) => (offer ? formatMoney(amount, offer.currency) : '');
  const labels: Record<Choice, string> = {
    top_up: t('top_up', { amount: coins(missing) }),
    take: t('take', { amount: money(offer?.netAmount ?? 0) }),
    accept_rate: t('accept_rate', { amount: money(offer?.netAmount ?? 0) }),
    refund: t('refund'),
  };
  const isLate = choices.includes('accept_rate');
  return (
    <section aria-labelledby="deposit-choice" className="flex flex-col gap-3 card p-4">
      <h3 id="deposit-choice" className="text-base">
        {isLate ? t('late') : t('short', { received: coins(received), missing: coins(missing) })}
      </h3>
      {offer && <p className="text-muted">{t('agreed', { amount: money(offer.promisedNet) })}</p>}
      {choices.includes('top_up') && <Note>{t('topUpText')}</Note>}
      <div className="flex flex-col gap-2">
        {choices.map((choice) => (
          <Button
            key={choice}
            text={labels[choice]}
            wide
            variant={choice === 'take' || choice === 'accept_rate' ? 'filled' : 'outline'}
            busy={isPending}
            onClick={() => mutate({ choice, ...(offer && { offerId: offer.offerId }) })}
          />
        ))}
      </div>
      {offer && <p className="text-sm text-muted">{t('until', { time: formatDateTime(offer.validUntil) })}</p>}
      <Problem error={error} title={error ? t('failed') : undefined} />
    </section>
  );
}
