import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskRule } from '#client/features/refunds/components/AskRule.tsx';
import { useAskedAgain } from '#client/features/refunds/components/useAskedAgain.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import { reorganisedReason } from '#shared/payouts/payouts.lifecycle.ts';
import { pageSize, payoutQuery, payoutsQuery, type Payout } from '../payouts.queries.ts';
import { PayoutActions } from './PayoutActions.tsx';
import { Flags } from './PayoutFlags.tsx';
import { awaitedSince } from './PayoutMessage.tsx';
import { useFlags } from './useFlags.ts';

/** Returned and held payouts in one table: the former account, the new account, and the next step. */
export function CameBack() {
  const { t } = useTranslation('payouts.admin');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(payoutsQuery(['returned', 'held'], page));
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  const columns: Column<Payout>[] = [
    { id: 'state', header: t('column.state'), width: '10.4%', cell: (payout) => <PayoutStateCell payout={payout} /> },
    { id: 'payee', header: t('column.payee'), width: '15%', cell: (payout) => <PayeeCell payout={payout} /> },
    { id: 'wentTo', header: t('column.wentTo'), width: '18.2%', cell: (payout) => <WentTo payout={payout} /> },
    { id: 'now', header: t('column.now'), width: '20%', cell: (payout) => <CurrentAccount payout={payout} /> },
    {
      id: 'amount',
      header: t('column.amount'),
      width: '14.8%',
      end: true,
      cell: (payout) => <PayoutSum payout={payout} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: '21.6%',
      end: true,
      cell: (payout) => <PayoutActions payout={payout} writes />,
    },
  ];
  return (
    <>
      <Table
        dense
        fixed
        wide
        caption={t('tab.returned')}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        card={(payout) => (
          <>
            <span className="flex flex-wrap items-start justify-between gap-2">
              <PayoutSum payout={payout} />
              <PayoutStateCell payout={payout} />
            </span>
            <PayeeCell payout={payout} />
            <WentTo payout={payout} />
            <CurrentAccount payout={payout} />
            <CardActs>
              <PayoutActions payout={payout} writes />
            </CardActs>
          </>
        )}
      />
      <AskRule askedAt={data.items.map(awaitedSince)} />
      {data.total > pageSize && <Pagination page={page} pageSize={pageSize} total={data.total} onPage={setPage} />}
    </>
  );
}

type RowProps = { payout: Payout };

function PayoutStateCell({ payout: { state } }: RowProps) {
  const { t } = useTranslation('payouts.admin');
  return state === 'held' ? (
    <Status status="held" Icon={CirclePause} label={t('state.held')} size="small" />
  ) : (
    <Status status="rejected" label={t('state.returned')} size="small" />
  );
}

function PayoutSum({ payout: { amount, currency } }: RowProps) {
  return <Money amount={amount} currency={currency} className="font-medium" />;
}

function PayeeCell({ payout: { payee, order, batch } }: RowProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <bdi title={payee.accountName} className="line-clamp-2 font-medium wrap-anywhere">
        {payee.accountName}
      </bdi>
      <span className="flex flex-wrap items-baseline gap-x-2 text-xs whitespace-nowrap">
        <TextLink to={`/admin/transactions?show=all&tx=${order.id}`}>
          <Ltr className="font-mono whitespace-nowrap">{order.reference}</Ltr>
        </TextLink>
        {batch && <Ltr className="font-mono text-muted">{batch.reference}</Ltr>}
      </span>
    </span>
  );
}

/** The account that returned the money, struck through; of a held payout the account that it would go to. */
function WentTo({ payout: { payee, returned, state } }: RowProps) {
  const { t } = useTranslation('payouts.admin');
  if (state !== 'returned')
    return (
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">
          <Account payee={payee} />
        </span>
        <span className="text-xs text-muted">{t('notSent')}</span>
      </span>
    );
  // A note says in a sentence what the reason says in a word: it stands where no reason was named.
  const reasonText =
    returned?.reason === 'other' && returned.note ? returned.note : t(`returned.${returned?.reason ?? 'other'}`);
  return (
    <span className="flex min-w-0 flex-col">
      <s className="text-muted wrap-anywhere decoration-rejected">
        <Account payee={payee} />
      </s>
      {returned && (
        <span title={returned.note ?? undefined} className="line-clamp-3 text-xs text-muted">
          <Time at={returned.at} shape="date" />: {reasonText}
        </span>
      )}
    </span>
  );
}

interface AskedAtProps {
  at: string;
  /** True in a list that explains below its rows why customers may not be asked yet. */
  short?: boolean;
}

/** The last time that the customer was asked for another account, and from when they may be asked again. */
export function AskedAt({ at, short = false }: AskedAtProps) {
  const { t } = useTranslation('payouts.admin');
  const { limit, from } = useAskedAgain(at);
  return (
    <>
      {t('askedAt')} <Time at={at} />
      {limit && (
        <span className="block" title={short ? limit : undefined}>
          {short ? from : limit}
        </span>
      )}
    </>
  );
}

function Account({ payee }: Pick<Payout, 'payee'>) {
  return (
    <>
      <bdi>{payee.bankName}</bdi> <Ltr className="figures">{payee.iban ?? payee.accountNumber}</Ltr>
    </>
  );
}

/** The account that the money goes to now, or who has to name it; for a held payout also the reason. */
function CurrentAccount({ payout }: RowProps) {
  const { t } = useTranslation('payouts.admin');
  const flagsOf = useFlags();
  const { state, order, reason, returned } = payout;
  const isAsked = order.stage === 'details_needed';
  const reasonText = reason === reorganisedReason ? t('reorganised') : reason;
  return (
    <span className="flex min-w-0 flex-col">
      {state === 'returned' ? (
        <>
          <span>{isAsked ? t('waitsForAccount') : t('noAccount')}</span>
          <span className="text-xs text-muted">
            {isAsked && returned?.askedAt ? <AskedAt at={returned.askedAt} short /> : t('notAsked')}
            {isAsked && <span className="block">{t('onlyCustomer')}</span>}
          </span>
        </>
      ) : (
        <>
          <HeldSince payout={payout} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted">
            <Flags flags={flagsOf(payout)} />
            {reasonText && (
              <span title={reasonText} className="line-clamp-2 text-muted">
                {reasonText}
              </span>
            )}
          </span>
        </>
      )}
    </span>
  );
}

/** Since when a payout is held, and by whom; the line keeps its place until that is known. */
function HeldSince({ payout: { id } }: RowProps) {
  const { t } = useTranslation('payouts.admin');
  const held = useQuery(payoutQuery(id)).data?.history.findLast(({ action }) => action === 'payout.held');
  return (
    <span className="min-h-4 text-xs text-muted">
      {held && (
        <>
          {t('state.held')} <Time at={held.at} />
          {held.by && (
            <>
              , <bdi>{held.by.name}</bdi>
            </>
          )}
        </>
      )}
    </span>
  );
}
