import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { accountsQuery, pageSize, payoutsQuery, useMakeBatch, type Payout } from '../payouts.queries.ts';
import { Payee, PayeeFindings } from './Payee.tsx';
import { PayoutActions } from './PayoutActions.tsx';

const sameSet = new Intl.NumberFormat('en', { minimumFractionDigits: 0, maximumFractionDigits: 3, useGrouping: false });

/** The sum of decimal texts, in whole smallest units, so that no float comes between. */
function sumOf(payouts: readonly Payout[]): string {
  const decimals = Math.max(0, ...payouts.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  const units = payouts.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '').padEnd(1, '0')), 0n);
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? sameSet.format(units) : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
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
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  const mayPrepare = may('payouts.prepare');
  return (
    <section aria-label={t('tab.due')} className="flex flex-col gap-4">
      <SearchBox id="payouts-q" label={t('search')} value={q} onChange={setQ} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <EmptyState title={t('none.due')} text={t('none.dueText')} />}
      {rows.length > 0 && (
        <>
          {mayPrepare && <MakeBatch picked={picked} onMade={() => setChosen(new Set())} />}
          <ul aria-label={t('tab.due')} className="card divide-y divide-line">
            {mayPrepare && (
              <li className="px-4 py-2">
                <label className="flex min-h-9 items-center gap-3 text-sm">
                  <input
                    type="checkbox"
                    className="tick size-5"
                    checked={picked.length === rows.length}
                    onChange={({ target }) =>
                      toggle(
                        rows.map(({ id }) => id),
                        target.checked,
                      )
                    }
                  />
                  {t('chooseAll', { count: rows.length })}
                </label>
              </li>
            )}
            {rows.map((payout) => (
              <DueRow
                key={payout.id}
                payout={payout}
                {...(mayPrepare && { isChosen: chosen.has(payout.id), onChoose: (isOn) => toggle([payout.id], isOn) })}
              />
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={data?.total ?? 0} onPage={setPage} />
        </>
      )}
    </section>
  );
}

interface DueRowProps {
  payout: Payout;
  isChosen?: boolean;
  onChoose?: (isOn: boolean) => void;
}

function DueRow({ payout, isChosen = false, onChoose }: DueRowProps) {
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
          <bdi dir="ltr" className="figures">
            {order.reference}
          </bdi>
          <span className="text-xs text-muted">
            <Time at={approvedAt} /> {approvedBy?.name}
          </span>
        </span>
      </label>
      <div className="min-w-48 flex-2">
        <Payee payout={payout} />
        <PayeeFindings payout={payout} />
      </div>
      <div className="ms-auto flex flex-col items-end gap-1">
        <Money strong amount={amount} currency={currency} />
        <PayoutActions payout={payout} />
      </div>
    </li>
  );
}

/** Which account pays the chosen payouts, by the currency that they have. */
function MakeBatch({ picked, onMade }: { picked: readonly Payout[]; onMade: () => void }) {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts = [] } = useQuery(accountsQuery);
  const make = useMakeBatch();
  const [wanted, setWanted] = useState<string>();
  const currencies = new Set(picked.map(({ currency }) => currency));
  const [currency = ''] = currencies;
  const fitting = accounts.filter((account) => account.isActive && !account.tampered && account.currency === currency);
  const accountId = fitting.some(({ id }) => id === wanted) || wanted === '' ? wanted : fitting[0]?.id;
  const canMake = currencies.size === 1;
  const send = () => {
    const payoutIds = picked.map(({ id }) => id);
    make.mutate(
      {
        accountId: accountId || null,
        payoutIds,
        key: `${accountId ?? ''} ${payoutIds.join()}`.slice(0, 200) + crypto.randomUUID(),
      },
      {
        onSuccess: ({ reference }) => {
          toast({ title: t('made'), text: reference, tone: 'done' });
          onMade();
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('payFrom')}
          className="min-w-56"
          value={accountId ?? ''}
          onChange={({ target }) => setWanted(target.value)}
        >
          {fitting.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{t('byHand')}</option>
        </Select>
        <SendButton atEnd busy={make.isPending} disabled={!canMake} aria-describedby="batch-sum" onClick={send}>
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
