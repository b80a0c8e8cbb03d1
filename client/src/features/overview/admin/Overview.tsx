import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { overviewSpans } from '#shared/overview/overview.contract.ts';
import { useLive } from '#client/lib/socket.ts';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Time } from '#client/ui/Money.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { AddressChanges } from './AddressChanges.tsx';
import { Cards } from './Cards.tsx';
import { Needs } from './Needs.tsx';
import { overviewKey, overviewQuery, type Figures, type Span } from './overview.api.ts';
import { PayoutChart } from './PayoutChart.tsx';
import { AssetsChart, CurrenciesChart } from './ShareChart.tsx';
import { SpanSwitch } from './SpanSwitch.tsx';
import { StatusChart } from './StatusChart.tsx';
import { VolumeChart } from './VolumeChart.tsx';

const usualSpan: Span = 30;

/** What the desk opens with: how it stands, what waits, and how it has gone. */
export function Overview() {
  const { t } = useTranslation('overview');
  const [search, setSearch] = useSearchParams();
  const span = overviewSpans.find((days) => String(days) === search.get('days')) ?? usualSpan;
  const { data, error, refetch } = useQuery(overviewQuery(span));
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries({ queryKey: overviewKey });
  useLive('queue_changed', readAgain);
  useLive('kyc_queue_changed', readAgain);
  const choose = (days: Span) =>
    setSearch(
      (old) => {
        const made = new URLSearchParams(old);
        made.set('days', String(days));
        return made;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 className="text-lg">{t('title')}</h2>
          {data && <Time at={data.asOf} className="text-sm text-muted" />}
        </div>
        <SpanSwitch span={span} onChange={choose} />
      </header>
      {error && <DeskProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {data ? <Shown figures={data} /> : !error && <Waiting />}
    </div>
  );
}

function Shown({ figures }: { figures: Figures }) {
  return (
    <>
      <AddressChanges changes={figures.needs.addressChanges} />
      <Cards cards={figures.cards} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)]">
        <VolumeChart figures={figures} />
        <Needs needs={figures.needs} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <PayoutChart figures={figures} />
          <AssetsChart figures={figures} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <StatusChart figures={figures} />
          <CurrenciesChart figures={figures} />
        </div>
      </div>
    </>
  );
}

/** The same places, before the first figures are there. */
function Waiting() {
  const { t } = useTranslation('overview');
  const cards = [t('card.transactions'), t('card.pending'), t('card.volume')];
  return (
    <Skeleton className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 *:last:md:max-lg:col-span-2">
        {cards.map((label) => (
          <div key={label} className="card flex flex-col gap-3 p-5">
            <span className="text-sm text-muted">{label}</span>
            <Bone className="h-8 w-40" />
            <Bone className="h-5 w-56" />
          </div>
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)]">
        <Bone className="h-80 rounded-card" />
        <Bone className="h-80 rounded-card" />
      </div>
    </Skeleton>
  );
}
