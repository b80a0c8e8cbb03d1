import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Circle, CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery, batchQuery, type Batch, type BatchLine } from '../payouts.queries.ts';
import { BatchActions, Digest, railOfBatch } from './BatchActions.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import { Replacements, useReplacements } from './Replacements.tsx';
import { useFlags } from './useFlags.ts';

/** Batches of some states, newest first. */
export function Batches({ states, empty }: { states: BatchState[]; empty: ReactNode }) {
  const { t } = useTranslation('payouts.admin');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(batchesQuery(states, page));
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return empty;
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

/** One batch: its maker, its payouts, the requirements of a rule, and its frozen lines. */
export function BatchCard({ batch }: { batch: Batch }) {
  const { t } = useTranslation('payouts.admin');
  const { reference, state, count, total, currency, account, tampered } = batch;
  // A prepared batch is unfolded, because it is read before it is released.
  const [isOpen, setIsOpen] = useState(state === 'prepared');
  const { data: details, error } = useQuery({ ...batchQuery(batch.id), enabled: isOpen });
  const replacementsOf = useReplacements(batch);
  const rail = railOfBatch(batch);
  const replacements = details?.lines.flatMap(replacementsOf) ?? [];
  const flagsFor = useFlags();
  return (
    <li className="flex flex-col gap-3 card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-base">
          <Ltr className="figures">{reference}</Ltr>{' '}
          <span className="text-sm font-normal text-muted">
            {state === 'sent' && rail ? t('byRail.state', { rail }) : t(`batchState.${state}`)}
          </span>
        </h2>
        <Money strong amount={total} currency={currency} />
      </div>
      <p className="text-sm text-muted">
        {account ? t('batchOf', { count, account: account.name }) : t('batchByHand', { count })}
      </p>
      <BatchSteps batch={batch} rail={rail} />
      {batch.sha256 !== null && <Digest text={batch.sha256} />}
      {tampered && <Note tone="danger">{t('check.tampered')}</Note>}
      {batch.whyNot === 'own_request' && <Note>{t('ownBatch')}</Note>}
      {batch.needsSecond && state === 'prepared' && batch.whyNot === null && <Note>{t('needsSecond')}</Note>}
      {batch.sumsOfDay.length > 0 && details && <SumsOfDay batch={batch} lines={details.lines} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} />}
      {isOpen && <Replacements found={replacements} />}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <BatchActions batch={batch} lines={details?.lines} replaced={replacements} />
        <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'hideLines' : 'showLines')}
        </Button>
      </div>
      {isOpen && details && (
        <PayoutTable
          caption={reference}
          payouts={details.lines}
          flagsOf={(line) => flagsFor(line, { isByHand: batch.format === 'by_hand' })}
        />
      )}
    </li>
  );
}

/** The three steps of a batch, each with its member and time, or as still open. */
function BatchSteps({ batch, rail }: { batch: Batch; rail: string | undefined }) {
  const { t } = useTranslation('payouts.admin');
  const { state, madeBy, madeAt, releasedBy, releasedAt, sentBy, sentAt } = batch;
  const isOpen = state === 'prepared' || state === 'released';
  const sentText = rail ? t('byRail.sentAt', { rail }) : t('sentAt');
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <BatchStep isDone>
        {t('madeBy', { name: madeBy.name })} <Time at={madeAt} />
      </BatchStep>
      {releasedBy ? (
        <BatchStep isDone>
          {t('releasedBy', { name: releasedBy.name })} {releasedAt && <Time at={releasedAt} />}
        </BatchStep>
      ) : (
        isOpen && <BatchStep>{t('batchState.released')}</BatchStep>
      )}
      {sentAt ? (
        <BatchStep isDone>
          {sentBy ? t(rail ? 'byRail.sentBy' : 'sentBy', { rail, name: sentBy.name }) : sentText} <Time at={sentAt} />
        </BatchStep>
      ) : (
        isOpen && <BatchStep>{sentText}</BatchStep>
      )}
    </ol>
  );
}

function BatchStep({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  const { t } = useTranslation('payouts.admin');
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={clsx('flex items-center gap-1.5', isDone ? 'text-muted' : 'text-faint')}>
      <Icon aria-hidden="true" className={clsx('size-4 shrink-0', isDone && 'text-completed')} />
      <span>
        {children}
        {!isDone && <span className="sr-only"> ({t('notYet')})</span>}
      </span>
    </li>
  );
}

/** The sum that each customer is paid on this day with the batch: many small payouts add up to a large one. */
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
