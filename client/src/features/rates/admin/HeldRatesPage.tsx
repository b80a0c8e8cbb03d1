import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMemberName } from '#client/features/users/users.members.queries.ts';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { currencyName, formatChange, formatNumber, formatRate } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { heldPageSize, heldRatesQuery, useDecideRate, type Decision, type HeldRate } from './rates.admin.queries.ts';

/** Fewer rates are read at a glance. */
const leastToSearch = 10;

const list: ListParamsConfig<{ q: string }> = {
  item: 'rate',
  read: (search) => ({ q: search.get('q') ?? '' }),
  write: ({ q }) => ({ q }),
};

/** Rates that jumped and are not quoted until an admin decides, and earlier decisions. */
export function HeldRatesPage() {
  const { t } = useTranslation(['rates.admin', 'admin']);
  const { filters, page, change, goTo } = useListParams(list);
  const { data, error, refetch } = useQuery(
    heldRatesQuery({ q: filters.q || undefined, page, pageSize: heldPageSize }),
  );
  const rates = data?.items;
  const [openDecision, setOpenDecision] = useState<{ rate: HeldRate; decision: Decision }>();
  const waitingRates = rates?.filter(({ status }) => status === 'waiting') ?? [];
  const decidedRates = rates?.filter(({ status }) => status !== 'waiting') ?? [];
  const isBare = data?.total === 0 && filters.q === '';
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {isBare && (
        <EmptyList
          Icon={CircleCheck}
          text={t('noneText')}
          action={<ButtonLink text={t('admin:prices')} to="/admin/prices" />}
        />
      )}
      {!filters.q && rates && !isBare && waitingRates.length === 0 && <NoneWaits />}
      {waitingRates.length > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2" aria-label={t('waiting')}>
          {waitingRates.map((rate) => (
            <RateJump key={rate.id} rate={rate} onDecide={(decision) => setOpenDecision({ rate, decision })} />
          ))}
        </ul>
      )}
      {data && !isBare && (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h2 className="text-base">{t('decided')}</h2>
            <ListTools isBare={filters.q === '' && data.total < leastToSearch} className="w-full sm:max-w-80">
              <SearchBox id="held-rates-search" label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
            </ListTools>
          </div>
          {filters.q && <p className="text-sm text-muted">{t('total', { total: formatNumber(data.total) })}</p>}
          {filters.q && data.items.length === 0 && <NothingFound q={filters.q} onClear={() => change({ q: '' })} />}
          {decidedRates.length > 0 && <DecidedRates rates={decidedRates} />}
        </div>
      )}
      {data && data.total > heldPageSize && (
        <Pagination page={page} pageSize={heldPageSize} total={data.total} onPage={goTo} />
      )}
      {!rates && !error && <Skeleton line="h-56 rounded-card" />}
      {openDecision && <DecideDialog {...openDecision} onClose={() => setOpenDecision(undefined)} />}
    </div>
  );
}

/** The normal state takes one line, so that earlier decisions follow directly. */
function NoneWaits() {
  const { t } = useTranslation('rates.admin');
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 card px-4 py-3 sm:px-5">
      <h2 className="text-base">{t('none')}</h2>
      <p className="text-sm text-muted">{t('noneText')}</p>
    </div>
  );
}

/** Explains the effect of a decision before it is made. */
function DecideDialog({ rate, decision, onClose }: { rate: HeldRate; decision: Decision; onClose: () => void }) {
  const { t } = useTranslation('rates.admin');
  const name = useRateName()(rate);
  const decide = useDecideRate();
  const confirm = () =>
    decide.mutate(
      { id: rate.id, decision },
      { onSuccess: toastDone({ title: t(`done.${decision}`, { name }) }, onClose) },
    );
  return (
    <ConfirmDialog
      title={t(`ask.${decision}.title`, { name })}
      confirm={t(`ask.${decision}.yes`)}
      danger={decision === 'accepted'}
      by={decide}
      failed={t('failed.decide')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(`ask.${decision}.text`)}</p>
      <dl className="flex flex-col gap-2 text-sm">
        <DetailRow term={t('before')}>
          <RateLine rate={rate} amount={rate.lastGood} />
        </DetailRow>
        <DetailRow term={t('offered')}>
          <RateLine rate={rate} amount={rate.offered} />
        </DetailRow>
        {rate.changePercent !== null && (
          <DetailRow term={t('change')}>
            <Ltr className="font-medium text-pending figures">{formatChange(rate.changePercent)}</Ltr>
          </DetailRow>
        )}
      </dl>
    </ConfirmDialog>
  );
}

const outcomeTones = { accepted: 'completed', refused: 'rejected', superseded: 'other' } as const;

/** Decisions on earlier jumps. */
function DecidedRates({ rates }: { rates: readonly HeldRate[] }) {
  const { t } = useTranslation('rates.admin');
  const nameOf = useRateName();
  const outcome = ({ status }: HeldRate) =>
    status !== 'waiting' && <Status bare size="small" status={outcomeTones[status]} label={t(`status.${status}`)} />;
  const jumpText = ({ changePercent }: HeldRate) =>
    changePercent === null ? '–' : <Ltr className="figures">{formatChange(changePercent)}</Ltr>;
  const memberName = useMemberName();
  const decidedByName = ({ decidedBy }: HeldRate) => memberName(decidedBy);
  const decisionTime = ({ decidedAt, offeredAt }: HeldRate) => <Time at={decidedAt ?? offeredAt} />;
  const columns: Column<HeldRate>[] = [
    { id: 'name', header: t('rate'), cell: nameOf },
    { id: 'before', header: t('before'), end: true, cell: (rate) => <RateLine rate={rate} amount={rate.lastGood} /> },
    { id: 'offered', header: t('offered'), end: true, cell: (rate) => <RateLine rate={rate} amount={rate.offered} /> },
    { id: 'change', header: t('change'), end: true, cell: jumpText },
    { id: 'status', header: t('outcome'), cell: outcome },
    { id: 'by', header: t('by'), cell: (rate) => <span className="wrap-anywhere">{decidedByName(rate) ?? '–'}</span> },
    { id: 'at', header: t('when'), cell: decisionTime },
  ];
  return (
    <Table
      wide
      dense
      caption={t('decided')}
      columns={columns}
      rows={rates}
      rowKey={({ id }) => id}
      card={(rate) => (
        <div className="flex flex-col gap-1 text-sm">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{nameOf(rate)}</span>
            {outcome(rate)}
          </span>
          <span className="flex flex-wrap gap-x-2">
            <span className="text-muted">
              <RateLine rate={rate} amount={rate.lastGood} />
            </span>
            <span aria-hidden="true" className="text-muted">
              →
            </span>
            <RateLine rate={rate} amount={rate.offered} />
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-muted">
            <span className="text-xs">
              <Time at={rate.decidedAt ?? rate.offeredAt} shape="date" />
              {decidedByName(rate) && <>, {decidedByName(rate)}</>}
            </span>
            {jumpText(rate)}
          </span>
        </div>
      )}
    />
  );
}

function useRateName(): (rate: Pick<HeldRate, 'kind' | 'subject'>) => string {
  useTranslation(); // Names follow the language.
  return ({ kind, subject }) =>
    kind === 'coin' ? (coinById(subject)?.name ?? subject) : `${currencyName(subject)} (${subject})`;
}

/** "1 BTC = 39,145.28 USD", or a note that no rate was known. */
function RateLine({ rate: { kind, subject }, amount }: { rate: HeldRate; amount: string | null }) {
  const { t } = useTranslation('rates.admin');
  if (amount === null) return <span className="text-muted">{t('noneBefore')}</span>;
  const [assetSymbol, unit] = kind === 'coin' ? [coinById(subject)?.symbol ?? subject, 'USD'] : ['USD', subject];
  return (
    <Ltr className="wrap-break-word figures sm:whitespace-nowrap">
      {formatRate(assetSymbol, unit, amount, { exact: true })}
    </Ltr>
  );
}

/** Shows a waiting rate: the earlier rate, the offered one, their distance, and both decisions. */
function RateJump({ rate, onDecide }: { rate: HeldRate; onDecide: (decision: Decision) => void }) {
  const { t } = useTranslation('rates.admin');
  const name = useRateName()(rate);
  const { lastGood, offered, changePercent, source, heldAt, offeredAt, offers } = rate;
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
            <Ltr className="font-medium text-pending figures">{formatChange(changePercent)}</Ltr>
          </DetailRow>
        )}
        <DetailRow term={t('source')}>
          {source}, <Time at={offeredAt} shape="relative" />
        </DetailRow>
      </dl>
      {offers.length > 0 && <SourcePrices rate={rate} />}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button aria-label={t('acceptOf', { name })} onClick={() => onDecide('accepted')}>
          {t('accept')}
        </Button>
        <Button text={t('refuse')} aria-label={t('refuseOf', { name })} onClick={() => onDecide('refused')} />
      </div>
    </li>
  );
}

/** The current price at each source, for comparison. */
function SourcePrices({ rate }: { rate: HeldRate }) {
  const { t } = useTranslation('rates.admin');
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3 text-sm" aria-label={t('offersNow')}>
      <h3 className="text-sm">{t('offersNow')}</h3>
      <dl className="flex flex-col gap-2">
        {rate.offers.map(({ source, price }) => (
          <DetailRow key={source} term={source}>
            <RateLine rate={rate} amount={price} />
          </DetailRow>
        ))}
      </dl>
    </section>
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
