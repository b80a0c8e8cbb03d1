import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { RateLine, useRateName } from './RateJump.tsx';
import type { HeldRate } from './rates.held.queries.ts';

/** What became of earlier jumps. */
export function DecidedRates({ rates }: { rates: readonly HeldRate[] }) {
  const { t } = useTranslation('rates.admin');
  const nameOf = useRateName();
  const outcomeText = ({ status }: HeldRate) => (status === 'waiting' ? '' : t(`status.${status}`));
  const at = ({ decidedAt, offeredAt }: HeldRate) => <Time at={decidedAt ?? offeredAt} />;
  const columns: Column<HeldRate>[] = [
    { id: 'name', header: t('rate'), cell: nameOf },
    { id: 'before', header: t('before'), cell: (rate) => <RateLine rate={rate} amount={rate.lastGood} /> },
    { id: 'offered', header: t('offered'), cell: (rate) => <RateLine rate={rate} amount={rate.offered} /> },
    { id: 'status', header: t('outcome'), cell: outcomeText },
    { id: 'at', header: t('when'), cell: at },
  ];
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-base">{t('decided')}</h2>
      <Table
        wide
        dense
        caption={t('decided')}
        columns={columns}
        rows={rates}
        rowKey={({ id }) => id}
        card={(rate) => (
          <div className="flex flex-col gap-1 text-sm">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{nameOf(rate)}</span>
              <span>{outcomeText(rate)}</span>
            </span>
            <RateLine rate={rate} amount={rate.offered} />
            <span className="text-muted">{at(rate)}</span>
          </div>
        )}
      />
    </div>
  );
}
