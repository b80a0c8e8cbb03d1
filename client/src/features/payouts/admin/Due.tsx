import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { none, toText } from '#shared/kernel/money.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import { accountsQuery, pageSize, payoutsQuery, useMakeBatch, type Payout } from '../payouts.queries.ts';
import { PayoutActions } from './PayoutActions.tsx';
import { Payee, PayeeFindings } from './Payouts.tsx';

/** The sum of payouts of one currency; it is rendered with the decimals of the currency. */
function sumOf(payouts: readonly Payout[]): string {
  return toText(payouts.reduce((sum, { amount, currency }) => sum.plus(moneyIn(amount, currency)), none.payout));
}

/** Approved payouts: choose, check, make a batch. */
export function Due() {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const [page, setPage] = useState(1);
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery(payoutsQuery(['due'], page, q));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = data?.items ?? [];
  const picked = rows.filter(({ id }) => chosen.has(id));
  const toggle = (payouts: readonly Payout[], isOn: boolean) => {
    const ids = payouts.map(({ id }) => id);
    setChosen(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  };
  const mayPrepare = may('payouts.prepare');
  const navigate = useNavigate();
  // Held here: the form is gone as soon as the list is read again and nothing is due any more.
  const make = useMakeBatch();
  const send = (accountId: string | null) => {
    const made = ({ reference }: { reference: string }) => {
      toast({ title: t('made'), text: reference });
      setChosen(new Set());
      if (may('payouts.release')) void navigate('?tab=release');
    };
    const payoutIds = picked.map(({ id }) => id);
    make.mutate({ accountId, payoutIds, key: crypto.randomUUID() }, { onSuccess: made });
  };
  return (
    <section aria-label={t('tab.due')} className="flex flex-col gap-4">
      <SearchBox id="payouts-q" label={t('search')} value={q} onChange={setQ} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <EmptyState title={t('none.due')} text={t('none.dueText')} />}
      {rows.length > 0 && (
        <>
          {mayPrepare && (
            <MakeBatch picked={picked} make={make} onSend={send}>
              <Checkbox
                label={t('chooseAll', { count: rows.length })}
                checked={picked.length === rows.length}
                onChange={({ target }) => toggle(rows, target.checked)}
              />
            </MakeBatch>
          )}
          <ul aria-label={t('tab.due')} className="card divide-y divide-line">
            {rows.map((payout) => (
              <DueRow
                key={payout.id}
                payout={payout}
                {...(mayPrepare && { isChosen: chosen.has(payout.id), onChoose: (isOn) => toggle([payout], isOn) })}
              />
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={data?.total ?? 0} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function DueRow(props: { payout: Payout; isChosen?: boolean; onChoose?: (isOn: boolean) => void }) {
  const { payout, isChosen = false, onChoose } = props;
  const { order, amount, currency, approvedAt, approvedBy } = payout;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <label className="flex min-w-48 flex-1 items-start gap-3">
        {onChoose && (
          <input
            type="checkbox"
            className="tick mt-0.5 size-5"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
        <span className="flex flex-col">
          <Ltr className="figures">{order.reference}</Ltr>
          <span className="text-xs text-muted">
            <Time at={approvedAt} /> {approvedBy?.name}
          </span>
        </span>
      </label>
      <div className="min-w-48 flex-2">
        <Payee payout={payout} />
        <PayeeFindings payout={payout} />
      </div>
      <div className="ms-auto flex flex-col items-end gap-1 sm:w-44">
        <Money strong amount={amount} currency={currency} />
        <PayoutActions payout={payout} />
      </div>
    </li>
  );
}

/** Which account pays the chosen payouts, by the currency that they have. */
function MakeBatch(props: {
  picked: readonly Payout[];
  make: Pick<ReturnType<typeof useMakeBatch>, 'isPending' | 'error'>;
  onSend: (accountId: string | null) => void;
  children: ReactNode;
}) {
  const { picked, make, onSend, children } = props;
  const { t } = useTranslation('payouts.admin');
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [wanted, setWanted] = useState<string>();
  const currencies = new Set(picked.map(({ currency }) => currency));
  const [currency = ''] = currencies;
  const fitting = accounts.filter((account) => account.isActive && !account.tampered && account.currency === currency);
  const accountId = fitting.some(({ id }) => id === wanted) || wanted === '' ? wanted : fitting[0]?.id;
  const canMake = currencies.size === 1;
  return (
    <div className="flex flex-col gap-3">
      {children}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('payFrom')}
          className="min-w-56"
          value={accountId ?? ''}
          onValue={setWanted}
          options={[...fitting.map(({ id, name }) => [id, name] as const), ['', t('byHand')]]}
        />
        <SendButton
          atEnd
          busy={make.isPending}
          disabled={!canMake}
          aria-describedby="batch-sum"
          onClick={() => onSend(accountId || null)}
        >
          {t('makeBatch', { count: picked.length })}
        </SendButton>
        <output id="batch-sum" className="pb-2 text-sm text-muted">
          {canMake ? (
            <Money amount={sumOf(picked)} currency={currency} />
          ) : (
            t(picked.length === 0 ? 'chooseFirst' : 'oneCurrency')
          )}
        </output>
      </div>
      {make.error && <AdminProblem error={make.error} title={t('failed.make')} />}
    </div>
  );
}
