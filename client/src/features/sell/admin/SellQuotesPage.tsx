import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { timeLeft } from '#client/lib/format/age.ts';
import { formatDateTime, formatNumber, formatUtc } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { InlineCopy } from '#client/ui/data/InlineCopy.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { addressUrl } from '#shared/settings/settings.explorers.ts';
import { OpenOrderDialog } from './OpenOrderDialog.tsx';
import { quotesPageSize as pageSize, quotesQuery, quoteTotalsQuery, type AdminQuote } from './sell.admin.queries.ts';

const list = queueParams('quote', []);

/** All customers' open quotes: one of them explains coins that arrived without a proof. */
export function SellQuotesPage() {
  const { t } = useTranslation('sell.admin');
  const params = useListParams(list);
  const { openId, open } = params;
  const q = params.filters.q || undefined;
  const query = useQuery(quotesQuery({ q, page: params.page, pageSize }));
  return (
    <>
      <Queue
        Icon={Timer}
        findsMore
        item={list.item}
        params={params}
        found={query}
        pageSize={pageSize}
        head={query.data && query.data.total > 1 && <QuoteTotals q={q} total={query.data.total} />}
        text={(name) => t(`list.${name}`)}
      >
        {(quotes) => (
          <>
            {/* A phone leaves the sentence above the list to screen readers, but here it is the task. */}
            <p aria-hidden="true" className="text-sm text-muted md:hidden">
              {t('list.lede')}
            </p>
            <Quotes quotes={quotes} onOpen={open} />
          </>
        )}
      </Queue>
      {openId && <OpenOrderDialog key={openId} id={openId} onClose={() => open(undefined)} />}
    </>
  );
}

function Quotes({ quotes, onOpen }: { quotes: readonly AdminQuote[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('sell.admin');
  const mayDecide = useMay()('orders.decide');
  const action = ({ quoteId, tampered }: AdminQuote) =>
    mayDecide && !tampered && <Button text={t('open')} size="small" onClick={() => onOpen(quoteId)} />;
  const columns: Column<AdminQuote>[] = [
    { id: 'reference', width: '10%', header: t('column.reference'), cell: (quote) => <Reference quote={quote} /> },
    {
      id: 'amount',
      width: '10%',
      header: t('column.amount'),
      end: true,
      cell: (quote) => <SentAmount quote={quote} />,
    },
    {
      id: 'gets',
      width: '14%',
      header: t('column.gets'),
      end: true,
      cell: ({ netAmount, currency }) => <Money amount={netAmount} currency={currency} />,
    },
    { id: 'customer', width: '17%', header: t('column.customer'), cell: (quote) => <Customer quote={quote} /> },
    {
      id: 'address',
      width: '23%',
      header: t('column.address'),
      cell: (quote) => <Address quote={quote} quotes={quotes} />,
    },
    { id: 'until', width: '10%', header: t('column.until'), cell: (quote) => <ValidUntil quote={quote} /> },
    { id: 'actions', width: '16%', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: action },
  ];
  return (
    <Table
      dense
      fixed
      wide="full"
      caption={t('list.title')}
      columns={columns}
      rows={quotes}
      rowKey={({ quoteId }) => quoteId}
      card={(quote) => (
        <div className="flex flex-col gap-1.5 text-sm">
          <span className="flex justify-between gap-3">
            <Reference quote={quote} />
            <SentAmount quote={quote} />
          </span>
          <Customer quote={quote} />
          <Address quote={quote} quotes={quotes} />
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-muted">{t('column.gets')}</span>
            <Money amount={quote.netAmount} currency={quote.currency} className="font-medium" />
          </span>
          <span className="flex items-baseline justify-between gap-3">
            <span className="text-muted">{t('column.until')}</span> <ValidUntil quote={quote} />
          </span>
          <span className="flex justify-end max-sm:[&>button]:grow">{action(quote)}</span>
        </div>
      )}
    />
  );
}

type CellProps = { quote: AdminQuote };

function Reference({ quote: { reference } }: CellProps) {
  return <Ltr className="font-mono whitespace-nowrap">{reference}</Ltr>;
}

function SentAmount({ quote: { amount, cryptoSymbol } }: CellProps) {
  return <Crypto amount={amount} symbol={cryptoSymbol} />;
}

function Customer({ quote: { userName, userEmail } }: CellProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium">{userName}</span>
      {userEmail && (
        // Shortens the address to one line: its title has all of it, and the search finds it.
        <span className="text-xs text-muted xl:truncate" title={userEmail}>
          <EmailAddress email={userEmail} />
        </span>
      )}
    </span>
  );
}

/** Returns another listed quote with the same address and amount: its coins could not be told apart. */
const rivalOf = ({ quoteId, deposit, cryptoId, amount }: AdminQuote, quotes: readonly AdminQuote[]) =>
  quotes.find(
    (otherQuote) =>
      otherQuote.quoteId !== quoteId &&
      otherQuote.cryptoId === cryptoId &&
      otherQuote.amount === amount &&
      otherQuote.deposit.address === deposit.address &&
      otherQuote.deposit.memo === deposit.memo,
  );

/** The address where the coins would be seen, with a link to it on the chain. */
function Address({ quote, quotes }: CellProps & { quotes: readonly AdminQuote[] }) {
  const { t } = useTranslation(['sell.admin', 'admin.common']);
  const { deposit, cryptoId, tampered } = quote;
  const explorers = useExplorers();
  const rivalQuote = rivalOf(quote, quotes);
  if (tampered) return <span className="text-xs font-medium text-rejected">{t('tampered')}</span>;
  return (
    <>
      <span className="flex items-center justify-between gap-1">
        <Ltr className="block min-w-0 font-mono text-xs wrap-anywhere">
          <ExplorerLink href={addressUrl(explorers, cryptoId, deposit.address)}>
            <GroupedAddress address={deposit.address} />
          </ExplorerLink>
          {deposit.memo && ` · ${deposit.memo}`}
        </Ltr>
        <InlineCopy text={deposit.address} label={t('copyAddress')} />
      </span>
      {rivalQuote && (
        <span className="block text-xs text-pending">{t('sameAs', { reference: rivalQuote.reference })}</span>
      )}
      {deposit.stoppedAt && (
        <span className="text-xs font-medium text-rejected">{t('admin.common:addressStopped')}</span>
      )}
    </>
  );
}

function ValidUntil({ quote: { expired, expiresAt } }: CellProps) {
  const { t } = useTranslation('sell.admin');
  const remainingTime = timeLeft(expiresAt, useServerNow(true, 30_000));
  if (expired || remainingTime === undefined) return <span className="text-muted">{t('expired')}</span>;
  return (
    <time dateTime={expiresAt} title={`${formatDateTime(expiresAt)} · ${formatUtc(expiresAt)}`} className="figures">
      {t('left', { time: remainingTime })}
    </time>
  );
}

/** Sums of the listed quotes: coins to receive, and currencies to pay out. */
function QuoteTotals({ q, total }: { q: string | undefined; total: number }) {
  const { t } = useTranslation('sell.admin');
  const { data } = useQuery(quoteTotalsQuery(q));
  if (!data || data.payouts.length === 0) return null;
  return (
    <SumCells>
      <SumCell label={t('totals.quotes')}>
        <span className="text-base font-semibold figures">{formatNumber(total)}</span>
      </SumCell>
      <SumCell label={t('totals.coins')}>
        {data.coins.map(({ cryptoId, symbol, amount }) => (
          <Crypto strong key={cryptoId} amount={amount} symbol={symbol} />
        ))}
      </SumCell>
      <SumCell label={t('totals.payouts')}>
        {data.payouts.map(({ currency, netAmount }) => (
          <Money strong key={currency} amount={netAmount} currency={currency} />
        ))}
      </SumCell>
    </SumCells>
  );
}
