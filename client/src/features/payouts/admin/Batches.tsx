import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery, batchQuery, type Batch, type BatchLine } from '../payouts.queries.ts';
import { BatchActions, Digest } from './BatchActions.tsx';
import { Payee, PayeeFindings } from './Payouts.tsx';
import { Replacements, useReplacements, type Replacement } from './Replacements.tsx';

/** Batches of some states, newest first. */
export function Batches({ states, empty }: { states: BatchState[]; empty: string }) {
  const { t } = useTranslation('payouts.admin');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(batchesQuery(states, page));
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState title={empty} />;
  return (
    <section aria-label={t('batches')} className="flex flex-col gap-4">
      <ul className="flex flex-col gap-4">
        {data?.items.map((batch) => (
          <BatchCard key={batch.id} batch={batch} />
        ))}
      </ul>
      {data && data.total > 20 && <Pagination page={page} pageSize={20} total={data.total} onPage={setPage} />}
    </section>
  );
}

/** One batch: who made it, what it pays, what a rule asks for, and its lines as they were frozen. */
function BatchCard({ batch }: { batch: Batch }) {
  const { t } = useTranslation('payouts.admin');
  const { reference, state, count, total, currency, account, madeBy, madeAt, releasedBy, sentAt, tampered } = batch;
  // What is released is read first.
  const [isOpen, setIsOpen] = useState(state === 'prepared');
  const { data: details, error } = useQuery({ ...batchQuery(batch.id), enabled: isOpen });
  const replacementsOf = useReplacements(batch);
  return (
    <li className="flex flex-col gap-3 card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-base">
          <Ltr className="figures">{reference}</Ltr>{' '}
          <span className="text-sm font-normal text-muted">{t(`batchState.${state}`)}</span>
        </h2>
        <Money strong amount={total} currency={currency} />
      </div>
      <p className="text-sm text-muted">
        {t('batchOf', { count, account: account?.name ?? t('byHand') })} · {t('madeBy', { name: madeBy.name })}{' '}
        <Time at={madeAt} />
        {releasedBy && ` · ${t('releasedBy', { name: releasedBy.name })}`}
        {sentAt && (
          <>
            {' · '}
            {t('sentAt')} <Time at={sentAt} />
          </>
        )}
      </p>
      {batch.sha256 !== null && <Digest text={batch.sha256} />}
      {tampered && <Note tone="danger">{t('check.tampered')}</Note>}
      {batch.whyNot === 'own_request' && <Note>{t('ownBatch')}</Note>}
      {batch.needsSecond && state === 'prepared' && batch.whyNot === null && <Note>{t('needsSecond')}</Note>}
      {batch.sumsOfDay.length > 0 && details && <SumsOfDay batch={batch} lines={details.lines} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} />}
      {isOpen && details && (
        <ul aria-label={reference} className="divide-y divide-line border-y border-line">
          {details.lines.map((line) => (
            <Line key={line.id} line={line} replaced={replacementsOf(line)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'hideLines' : 'showLines')}
        </Button>
        <BatchActions batch={batch} lines={details?.lines} replaced={details?.lines.flatMap(replacementsOf) ?? []} />
      </div>
    </li>
  );
}

function Line({ line, replaced }: { line: BatchLine; replaced: Replacement[] }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 text-sm">
      <Ltr className="min-w-36 figures">{line.endToEndId ?? line.order.reference}</Ltr>
      <div className="min-w-48 flex-1">
        <Payee payout={line} />
        <PayeeFindings payout={line} />
        <Replacements found={replaced} />
      </div>
      <Money amount={line.amount} currency={line.currency} />
    </li>
  );
}

/** What each customer is paid on this day with the batch: many small payouts are one large one. */
function SumsOfDay({ batch, lines }: { batch: Batch; lines: readonly BatchLine[] }) {
  const { t } = useTranslation('payouts.admin');
  const nameOf = (userId: string) => lines.find((line) => line.userId === userId)?.userName ?? '';
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">{t('sumOfDay')}</summary>
      <ul className="pt-2">
        {batch.sumsOfDay.map(({ userId, usd }) => (
          <li key={userId} className="flex justify-between gap-4">
            {nameOf(userId)} <Money amount={usd} currency="USD" />
          </li>
        ))}
      </ul>
    </details>
  );
}
