import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Pencil, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCurrenciesQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { RateAge } from '#client/features/rates/components/RateMarks.tsx';
import { formatChange, formatRate } from '#client/lib/format/format.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { SampleTag } from '#client/ui/data/SampleTag.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { PartLink } from '#client/ui/layout/Contents.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { deleteExchangeRate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { AddRate, EditRate, FollowMarket } from './EditRate.tsx';
import { adminRatesQuery, fiatExchangeRoutes, useChangeRate, type AdminRate } from './fiat-exchange.admin.queries.ts';
import { isSuspiciousGap } from './fiat-exchange.gaps.ts';
import { leastPairs, RateMatrix } from './RateMatrix.tsx';
import { SampleRates } from './SampleRates.tsx';

/** Shows all rates as a list or as a matrix, never both at once. */
const views = ['list', 'matrix'] as const;
type View = (typeof views)[number];

/** The tab of pair rates: add, change in place, switch and delete. */
export function FiatRates() {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const { data: rates, error, isPending, refetch } = useQuery(adminRatesQuery);
  const { data: currencies } = useQuery(adminCurrenciesQuery);
  const [editedId, setEditedId] = useState<string>();
  const [view, setView] = useState<View>('list');
  const hasMatrix = rates !== undefined && rates.length >= leastPairs;
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('rates.title')} lede={t('rates.lede')}>
        {rates?.length !== 0 && (
          <span className={isPending ? 'invisible' : 'contents'}>
            <ToNewRate />
          </span>
        )}
      </ScreenHead>
      <ApprovalSlot kinds={['rate']} />
      <SampleRates rates={rates ?? []} onChange={hasMatrix && view === 'list' ? () => setView('matrix') : undefined} />
      {error && <AdminProblem error={error} title={t('rates.failed.fetch')} onRetry={() => void refetch()} />}
      {hasMatrix && (
        <SegmentedControl
          label={t('rates.view')}
          options={views.map((value) => ({ value, text: t(`rates.views.${value}`) }))}
          chosen={view}
          onChange={setView}
        />
      )}
      {rates ? (
        view === 'matrix' ? (
          // A rate that follows the market or expires has more fields than a number, so it is edited in the list.
          <RateMatrix
            rates={rates}
            onOpen={(id) => {
              setView('list');
              setEditedId(id);
            }}
          />
        ) : (
          <RateTable rates={rates} editedId={editedId} onEdit={setEditedId} />
        )
      ) : (
        !error && <Skeleton line="h-80 rounded-card" />
      )}
      {/* Drawn before the rates it would move when they come. */}
      {!isPending && <AddRate currencies={currencies ?? []} rates={rates ?? []} />}
    </div>
  );
}

/** Leads to the form below the list. */
function ToNewRate() {
  const { t } = useTranslation('fiat-exchange.admin');
  return (
    <PartLink
      id="add-rate"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-control border border-line-strong px-3 text-sm font-semibold text-ink hover:border-ink pointer-coarse:min-h-11"
    >
      <Plus aria-hidden="true" className="size-4 max-md:hidden" strokeWidth={2} /> {t('rates.addTitle')}
    </PartLink>
  );
}

/** The rates from dollars decide what sales pay: they come first. */
const payoutsFirst = (rates: readonly AdminRate[]): AdminRate[] => [
  ...rates.filter(({ fromCurrency }) => fromCurrency === 'USD'),
  ...rates.filter(({ fromCurrency }) => fromCurrency !== 'USD'),
];

interface RateTableProps {
  rates: readonly AdminRate[];
  editedId: string | undefined;
  onEdit: (id: string | undefined) => void;
}

function RateTable({ rates, editedId, onEdit }: RateTableProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  if (rates.length === 0) return <EmptyList Icon={ArrowLeftRight} text={t('rates.noneText')} action={<ToNewRate />} />;
  const formatted = (rate: AdminRate) => (
    <RateCell rate={rate} isEditing={editedId === rate.id} onClose={() => onEdit(undefined)} />
  );
  // One line above says that all rates are samples: the rows name the exceptions.
  const isOwn = ({ isSample }: AdminRate) => !isSample;
  const pair = (rate: AdminRate) => <Pair rate={rate} isMarked={rates.some(isOwn)} />;
  const actions = (rate: AdminRate) => <RateActions rate={rate} onEdit={() => onEdit(rate.id)} />;
  // A rate stands near its pair, unless the fields of one need the width.
  const widthOf = (width: string) => (editedId === undefined ? width : undefined);
  const columns: Column<AdminRate>[] = [
    { id: 'pair', header: t('rates.pair'), cell: pair, width: widthOf('18%') },
    { id: 'rate', header: t('rates.rate'), end: true, cell: formatted, width: widthOf('20%') },
    {
      id: 'updated',
      header: t('rates.updated'),
      cell: (rate) => <Age rate={rate} />,
      width: widthOf('24%'),
      isFilled: isOwn,
    },
    { id: 'active', header: t('state'), cell: (rate) => <RateSwitch rate={rate} />, width: widthOf('20%') },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      end: true,
      cell: actions,
      width: widthOf('18%'),
    },
  ];
  return (
    <Table
      dense
      caption={t('rates.title')}
      columns={columns}
      rows={payoutsFirst(rates)}
      rowKey={({ id }) => id}
      card={(rate) => (
        <div className="flex flex-col">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            {pair(rate)}
            <RateSwitch rate={rate} />
          </span>
          <span className="-mb-2 flex flex-wrap items-center justify-between gap-x-3">
            <span className="flex min-w-0 flex-col">
              {formatted(rate)}
              {rates.some(isOwn) && (
                <span className="text-xs">
                  <Age rate={rate} />
                </span>
              )}
            </span>
            <span className="-me-3 ms-auto">{actions(rate)}</span>
          </span>
        </div>
      )}
    />
  );
}

/** When a rate was set; a sample ships with the product, and is as old as its table. */
const Age = ({ rate: { updatedAt, isSample, marketPercent } }: { rate: AdminRate }) => (
  <RateAge at={updatedAt} source={isSample ? 'sample' : marketPercent === null ? 'manual' : 'market'} />
);

function Pair({ rate, isMarked }: { rate: AdminRate; isMarked: boolean }) {
  const { fromCurrency, toCurrency, isSample } = rate;
  const { t } = useTranslation('fiat-exchange.admin');
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-medium whitespace-nowrap">
      <bdi dir="ltr">{`${fromCurrency} → ${toCurrency}`}</bdi>
      {isSample && isMarked && <SampleTag text={t('rates.sample')} />}
    </span>
  );
}

/** The rate, with a warning where it does not fit to its inverse; or the field that changes it. */
function RateCell({ rate, isEditing, onClose }: { rate: AdminRate; isEditing: boolean; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const { fromCurrency, toCurrency, exchangeRate, inverseGapPercent } = rate;
  const { marketPercent, expiresAt } = rate;
  const now = useServerNow(expiresAt !== null, minuteMs);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  if (isEditing) return <SetRate rate={rate} onClose={onClose} />;
  return (
    <span className="flex flex-col items-start md:items-end">
      {/* Every digit is in the title, and in the field that changes it. */}
      <span title={formatRate(fromCurrency, toCurrency, exchangeRate, { exact: true })}>
        <Ltr className="figures">{formatRate(fromCurrency, toCurrency, exchangeRate)}</Ltr>
      </span>
      {marketPercent !== null && (
        <span className="text-xs text-muted">{t('rates.follows', { percent: formatChange(marketPercent) })}</span>
      )}
      {expiresAt && (
        <span className={`text-xs ${isOver ? 'text-rejected' : 'text-muted'}`}>
          {isOver ? t('rates.ended') : t('rates.ends')} <Time at={expiresAt} shape="relative" />
        </span>
      )}
      {inverseGapPercent !== null && isSuspiciousGap(inverseGapPercent) && (
        <span className="mt-0.5 flex items-start gap-1 text-xs text-pending">
          <TriangleAlert className="mt-px size-3.5 shrink-0" strokeWidth={2} />
          {t(inverseGapPercent > 0 ? 'rates.gains' : 'rates.gap', { percent: formatChange(inverseGapPercent) })}
        </span>
      )}
    </span>
  );
}

/** The fields of a row at the lower edge of the window open outside of it. */
const showWhole = (fields: HTMLElement | null) => fields?.scrollIntoView({ block: 'nearest' });

/** A typed rate, or one that follows the market. */
function SetRate({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const [followsMarket, setFollowsMarket] = useState(rate.marketPercent !== null);
  const Fields = followsMarket ? FollowMarket : EditRate;
  return (
    <div ref={showWhole} className="flex scroll-my-4 flex-col gap-2 text-start">
      <Select
        label={t('rates.source')}
        value={followsMarket ? 'market' : 'typed'}
        onValue={(value) => setFollowsMarket(value === 'market')}
        className="max-w-md"
        options={[
          ['typed', t('rates.typed')],
          ['market', t('rates.market')],
        ]}
      />
      <Fields rate={rate} onClose={onClose} />
    </div>
  );
}

/** Switches if a rate is quoted to customers. */
function RateSwitch({ rate: { id, isActive, fromCurrency, toCurrency } }: { rate: AdminRate }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const change = useChangeRate(id);
  return (
    <span className="flex flex-col gap-1">
      <Switch
        label={t('rates.switch', { pair: `${fromCurrency} → ${toCurrency}` })}
        stateText={t(isActive ? 'active' : 'inactive')}
        on={isActive}
        busy={change.isPending}
        onChange={(on) => change.mutate({ isActive: on })}
      />
      {change.error && <AdminProblem error={change.error} title={t('rates.failed.status')} />}
    </span>
  );
}

/** Change in place, or delete after being asked. */
function RateActions({ rate, onEdit }: { rate: AdminRate; onEdit: () => void }) {
  const { t } = useTranslation(['fiat-exchange.admin', 'admin.common']);
  const [isAsking, setAsking] = useState(false);
  const pair = `${rate.fromCurrency} → ${rate.toCurrency}`;
  const remove = shown(deleteExchangeRate, {
    label: t('rates.deleteAsk', { pair }),
    confirm: t('rates.deleteYes', { pair }),
    danger: true,
    children: <p>{t('rates.deleteText')}</p>,
    onDone: () => toast({ title: t('rates.deleted') }),
  });
  return (
    <span className="inline-flex items-center">
      <IconButton label={t('rates.edit', { pair })} onClick={onEdit}>
        <Pencil className="size-4" />
      </IconButton>
      <RowMenu label={t('admin.common:moreFor', { of: pair })}>
        <MenuAct text={t('rates.delete', { pair })} onPress={() => setAsking(true)} />
      </RowMenu>
      {isAsking && (
        <ContractDialog
          action={remove}
          row={{ id: rate.id }}
          failed={t('rates.failed.delete')}
          reads={fiatExchangeRoutes}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
