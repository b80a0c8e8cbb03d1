import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useListParams, withParams } from '#client/lib/browser/useListParams.ts';
import { timeLeft } from '#client/lib/format/age.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { offerStates } from '#shared/offers/offers.contract.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { OfferDialog, type OfferDraft } from '../components/OfferDialog.tsx';
import { offersPageSize as pageSize, offersQuery, type AdminOffer } from '../offers.queries.ts';
import { OfferPane } from './OfferPane.tsx';
import { OfferStatus } from './OfferStatus.tsx';

const list = queueParams('offer', offerStates);

/** Sales that the team proposes at a promised rate: the list, and the open offer beside it. */
export function OffersPage() {
  const { t } = useTranslation('offers.admin');
  const params = useListParams(list);
  const { openId, open, hrefOf } = params;
  const { q, state } = params.filters;
  const offers = useQuery(offersQuery({ q: q || undefined, state, sort: 'open', page: params.page, pageSize }));
  const openCount = useQuery(offersQuery({ state: 'open', pageSize: 1 })).data?.total;
  const may = useMay()('offers.write');
  const form = useNewOffer();
  useShortcutKeys('screen', { n: () => form.begin() }, useShortcutSwitch().isOn && may);
  const actions = may && (
    // An open offer has the filled button, because its message is sent next.
    <Button
      variant={openId ? 'outline' : 'filled'}
      size="small"
      icon={<Plus className="size-4" />}
      onClick={form.begin}
    >
      {t('new')} <Kbd onFill={!openId}>N</Kbd>
    </Button>
  );
  const notPermitted = !may && <NotPermitted needs="offers.write" />;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-start">
      <div className={clsx('min-w-0', openId && 'max-lg:hidden')}>
        <Queue
          Icon={Tag}
          {...{ item: list.item, params, found: offers, pageSize, actions, head: notPermitted }}
          emptyAct={actions}
          emptyTitle={t('list.noneTitle')}
          text={(name) => t(`list.${name}`)}
          states={{
            label: t('states'),
            all: t('state.all'),
            options: offerStates.map((value) => ({
              value,
              text: t(`state.${value}`),
              ...(value === 'open' && { count: openCount }),
            })),
          }}
        >
          {(offers) => <Offers offers={offers} openId={openId} hrefOf={hrefOf} />}
        </Queue>
      </div>
      {openId && <OfferPane key={openId} id={openId} onClose={() => open(undefined)} />}
      {form.draft && may && (
        <OfferDialog
          key={JSON.stringify(form.draft)}
          draft={form.draft}
          onMade={({ id }) => form.made(id)}
          onClose={form.close}
        />
      )}
    </div>
  );
}

const draftNames = { amount: 'amount', coin: 'coinId', currency: 'currency', user: 'userId' } as const;
const closedParams = { new: undefined, amount: undefined, coin: undefined, currency: undefined, user: undefined };

/** The form of a new offer, opened by the address: the command menu and other screens fill it in through parameters. */
function useNewOffer() {
  const [search, setSearch] = useSearchParams();
  const change = (values: Record<string, string | undefined>) =>
    setSearch((params) => withParams(params, values), { preventScrollReset: true, replace: true });
  const draft: OfferDraft = {};
  for (const [name, field] of Object.entries(draftNames)) {
    const value = search.get(name);
    if (value) draft[field] = value;
  }
  return {
    draft: search.has('new') ? draft : undefined,
    begin: () => change({ new: '1' }),
    close: () => change(closedParams),
    made: (id: string) => change({ ...closedParams, state: undefined, q: undefined, page: undefined, offer: id }),
  };
}

interface OffersProps {
  offers: readonly AdminOffer[];
  /** The offer in the pane beside the list, which takes a part of the width. */
  openId: string | undefined;
  hrefOf: (id: string) => string;
}

function Offers({ offers, openId, hrefOf }: OffersProps) {
  const { t } = useTranslation('offers.admin');
  const makers = new Set(offers.map(({ madeBy }) => madeBy.name));
  const columns: Column<AdminOffer>[] = [
    { id: 'state', header: t('column.state'), cell: (offer) => <OfferStatus state={offer.state} /> },
    {
      id: 'sells',
      header: t('column.sells'),
      end: true,
      cell: ({ amount, coin }) => <Crypto amount={amount} symbol={coin.symbol} />,
    },
    {
      id: 'gets',
      header: t('column.gets'),
      end: true,
      cell: ({ terms, payoutCurrency }) => <Money amount={terms.net} currency={payoutCurrency} />,
    },
    { id: 'for', header: t('column.for'), cell: ({ userName }) => userName ?? t('anybody') },
    { id: 'stands', header: t('column.stands'), cell: (offer) => <OfferValidity offer={offer} /> },
    ...(openId !== undefined || makers.size < 2
      ? []
      : [{ id: 'by', header: t('column.by'), cell: (offer: AdminOffer) => offer.madeBy.name }]),
  ];
  return (
    <Table
      dense
      wide
      caption={t('list.title')}
      columns={columns}
      rows={offers}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => hrefOf(id)}
      isOpen={({ id }) => id === openId}
      groupOf={({ state }) => (isLive(state) ? '' : t('ended'))}
      rowLabel={({ amount, coin, userName }) => `${amount} ${coin.symbol} ${userName ?? t('anybody')}`}
      card={(offer) => (
        <>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <OfferStatus state={offer.state} />
            {offer.state !== 'withdrawn' && <OfferValidity offer={offer} />}
          </span>
          <span className="font-medium wrap-break-word">{offer.userName ?? t('anybody')}</span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Crypto amount={offer.amount} symbol={offer.coin.symbol} />
            <Money amount={offer.terms.net} currency={offer.payoutCurrency} className="font-medium" />
          </span>
        </>
      )}
    />
  );
}

/** True while a customer can still take the offer, or sends the coins for it. */
const isLive = (state: AdminOffer['state']) => state === 'open' || state === 'taken';

/** An open offer with less than this left is about to end. */
const shortMs = 2 * hourMs;

/**
 * Shows until when an offer is or was valid, until when a taken one is locked, or its order; nothing for a withdrawn
 * offer.
 */
function OfferValidity({
  offer: { state, expiresAt, quoteExpiresAt, orderId, orderReference },
}: {
  offer: AdminOffer;
}) {
  const { t } = useTranslation('offers.admin');
  const now = useServerNow(true, 30_000);
  const untilText = t('until', { time: formatDateTime(expiresAt) });
  const remainingTime = state === 'open' ? timeLeft(expiresAt, now) : undefined;
  const isShort = remainingTime !== undefined && Date.parse(expiresAt) - now < shortMs;
  const textOf = () => {
    if (state === 'taken' && quoteExpiresAt) return t('heldTo', { time: formatDateTime(quoteExpiresAt) });
    if (orderReference && orderId)
      return (
        <span className="relative z-1">
          <TextLink to={`/admin/transactions?show=all&tx=${orderId}`}>
            {t('pane.order', { reference: orderReference })}
          </TextLink>
        </span>
      );
    if (remainingTime !== undefined) return t('left', { time: remainingTime });
    if (state === 'expired') return t('expiredAt', { time: formatDateTime(expiresAt) });
    return state === 'withdrawn' ? '–' : untilText;
  };
  return (
    <span
      className={clsx(
        remainingTime === undefined ? 'text-muted' : 'figures',
        isShort && 'text-pending',
        orderReference && 'whitespace-nowrap',
      )}
      title={remainingTime && untilText}
    >
      {textOf()}
    </span>
  );
}
