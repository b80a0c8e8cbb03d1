import { useTranslation } from 'react-i18next';
import { currencyName, formatChange, formatRate } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { coinById } from '#shared/reference/coins.ts';
import type { Decision, HeldRate } from './rates.held.queries.ts';

export function useRateName(): (rate: Pick<HeldRate, 'kind' | 'subject'>) => string {
  useTranslation(); // Names follow the language.
  return ({ kind, subject }) =>
    kind === 'coin' ? (coinById(subject)?.name ?? subject) : `${currencyName(subject)} (${subject})`;
}

/** "1 BTC = 39,145.28 USD", or that none was known. */
export function RateLine({ rate: { kind, subject }, amount }: { rate: HeldRate; amount: string | null }) {
  const { t } = useTranslation('rates.admin');
  if (amount === null) return <span className="text-muted">{t('noneBefore')}</span>;
  const [one, unit] = kind === 'coin' ? [coinById(subject)?.symbol ?? subject, 'USD'] : ['USD', subject];
  return (
    <bdi dir="ltr" className="wrap-break-word figures sm:whitespace-nowrap">
      {formatRate(one, unit, amount, { exact: true })}
    </bdi>
  );
}

interface RateJumpProps {
  rate: HeldRate;
  onDecide: (decision: Decision) => void;
}

/** One rate that waits: what it was, what is offered, how far that is, and the two ways on. */
export function RateJump({ rate, onDecide }: RateJumpProps) {
  const { t } = useTranslation('rates.admin');
  const name = useRateName()(rate);
  const { lastGood, offered, changePercent, source, heldAt, offeredAt } = rate;
  return (
    <li className="flex flex-col gap-4 card p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-base">{name}</h2>
        <span className="text-sm text-pending">
          {t('heldSince')} <Time at={heldAt} shape="relative" />
        </span>
      </div>
      <dl className="flex flex-col gap-2 text-sm">
        <DetailRow term={t('before')}>
          <RateLine rate={rate} amount={lastGood} />
        </DetailRow>
        <DetailRow term={t('offered')}>
          <RateLine rate={rate} amount={offered} />
        </DetailRow>
        {changePercent !== null && (
          <DetailRow term={t('change')}>
            <bdi dir="ltr" className="font-medium text-pending figures">
              {formatChange(changePercent)}
            </bdi>
          </DetailRow>
        )}
        <DetailRow term={t('source')}>
          {source}, <Time at={offeredAt} shape="relative" />
        </DetailRow>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="tonal" aria-label={t('acceptOf', { name })} onClick={() => onDecide('accepted')}>
          {t('accept')}
        </Button>
        <Button aria-label={t('refuseOf', { name })} onClick={() => onDecide('refused')}>
          {t('refuse')}
        </Button>
      </div>
    </li>
  );
}

function DetailRow({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
