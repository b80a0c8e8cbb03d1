import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Circle, CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery, batchQuery, type Batch, type BatchLine } from '../payouts.queries.ts';
import { BatchActions, Digest, foldClasses, railOfBatch } from './BatchActions.tsx';
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
  const isWaiting = state === 'prepared' || state === 'released';
  return (
    <li className="flex flex-col gap-4 card p-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <Ltr className="figures">{reference}</Ltr>{' '}
            <Status
              size="small"
              status={state === 'sent' && batch.states.returned ? 'pending' : toneOfState[state]}
              label={state === 'sent' && rail ? t('byRail.state', { rail }) : t(`batchState.${state}`)}
            />
          </h2>
          <Money strong amount={total} currency={currency} />
        </div>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          {account ? t('batchOf', { count, account: account.name }) : t('batchByHand', { count })}
          <Outcome batch={batch} />
        </p>
      </div>
      <BatchSteps batch={batch} rail={rail} />
      {tampered && <Note tone="danger">{t('check.tampered')}</Note>}
      <SecondMember batch={batch} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} />}
      {isOpen && <Replacements found={replacements} />}
      <div className="flex flex-wrap items-center gap-2">
        <BatchActions batch={batch} lines={details?.lines} replaced={replacements}>
          <Button
            size="small"
            variant="ghost"
            className={isWaiting ? 'max-sm:-ms-2.25' : '-ms-2.25'}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'hideLines' : 'showLines')}
          </Button>
        </BatchActions>
      </div>
      {isOpen && details && (
        <PayoutTable
          caption={reference}
          payouts={details.lines}
          flagsOf={(line) => flagsFor(line, { isByHand: batch.format === 'by_hand' })}
        />
      )}
      {(isOpen || isWaiting) && (batch.sha256 !== null || details) && (
        <div className="-my-1 flex flex-col gap-x-8 sm:flex-row sm:flex-wrap sm:items-start">
          {batch.sumsOfDay.length > 0 && details && <SumsOfDay batch={batch} lines={details.lines} />}
          {batch.sha256 !== null && (
            <Digest text={batch.sha256} isOpen={state === 'released'} isOfFile={batch.format !== 'by_hand'} />
          )}
        </div>
      )}
    </li>
  );
}

/** The colour of each state: it waits for the team, is on its way, or is over. */
const toneOfState: Record<BatchState, string> = {
  prepared: 'pending',
  released: 'processing',
  sent: 'processing',
  closed: 'completed',
  cancelled: 'inactive',
  withdrawn: 'inactive',
};

/** Says how many payouts of a batch at the bank are on their way, have arrived or came back. */
function Outcome({ batch: { state, states } }: { batch: Batch }) {
  const { t } = useTranslation('payouts.admin');
  if (state !== 'sent' && state !== 'closed') return null;
  const parts = [
    ['sent', t('onTheWay')],
    ['settled', t('state.settled')],
    ['returned', t('state.returned')],
  ] as const;
  return parts.map(([id, label]) => {
    const count = states[id] ?? 0;
    return (
      count > 0 && (
        <span key={id} className="whitespace-nowrap">
          {id === 'returned' ? (
            <TextLink to="/admin/payouts?tab=returned">
              {label} {formatNumber(count)}
            </TextLink>
          ) : (
            <>
              {label} <span className="font-medium figures">{formatNumber(count)}</span>
            </>
          )}
        </span>
      )
    );
  });
}

/** The rule that asks for a second member, and if this one may be it. */
function SecondMember({ batch: { state, whyNot, needsSecond, secondRule } }: { batch: Batch }) {
  const { t } = useTranslation('payouts.admin');
  if (state !== 'prepared' || (whyNot !== 'own_request' && (!needsSecond || whyNot !== null))) return null;
  const limit = secondRule?.overUsd;
  const rule =
    limit === null || limit === undefined
      ? t('secondRule.release')
      : t('secondRule.over', { limit: formatMoneyText(String(limit), 'USD') });
  return (
    <Note>
      <span className="block">{t(whyNot === 'own_request' ? 'ownBatch' : 'needsSecond')}</span>
      {secondRule && <span className="block text-muted">{rule}</span>}
    </Note>
  );
}

/** The three steps of a batch, each with its member and time, or as still open. */
function BatchSteps({ batch, rail }: { batch: Batch; rail: string | undefined }) {
  const { t } = useTranslation('payouts.admin');
  const { state, madeBy, madeAt, releasedBy, releasedAt, sentBy, sentAt } = batch;
  const isOpen = state === 'prepared' || state === 'released';
  const sentText = rail ? t('byRail.sentAt', { rail }) : t('sentAt');
  return (
    // Steps that are over stand in one line: each has its member and time, and none of them waits for anybody.
    <ol className={clsx('gap-x-6 text-sm', isOpen ? 'grid gap-y-2 sm:grid-cols-3' : 'flex flex-wrap gap-y-1')}>
      <BatchStep isDone isShort={!isOpen} text={t('madeBy', { name: madeBy.name })} note={<Time at={madeAt} />} />
      {releasedBy ? (
        <BatchStep
          isDone
          isShort={!isOpen}
          text={t('releasedBy', { name: releasedBy.name })}
          note={releasedAt && <Time at={releasedAt} />}
        />
      ) : (
        isOpen && <BatchStep text={t('batchState.released')} />
      )}
      {sentAt ? (
        <BatchStep
          isDone
          isShort={!isOpen}
          text={sentBy ? t(rail ? 'byRail.sentBy' : 'sentBy', { rail, name: sentBy.name }) : sentText}
          note={<Time at={sentAt} />}
        />
      ) : (
        isOpen && <BatchStep text={sentText} note={state === 'released' && t('batchNext')} />
      )}
    </ol>
  );
}

interface BatchStepProps {
  isDone?: boolean;
  /** In one line with the other steps. */
  isShort?: boolean;
  text: string;
  /** Time of the step, or its consequence. */
  note?: ReactNode;
}

function BatchStep({ isDone = false, isShort = false, text, note }: BatchStepProps) {
  const { t } = useTranslation('payouts.admin');
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon
        aria-hidden="true"
        className={clsx('mt-0.5 size-4 shrink-0', isDone ? 'text-completed' : 'text-faint')}
        strokeWidth={2}
      />
      <span className={clsx('flex min-w-0', isShort ? 'flex-wrap items-baseline gap-x-2' : 'flex-col')}>
        <span className={clsx('wrap-anywhere', !isDone && 'text-muted')}>
          {text}
          {!isDone && <span className="sr-only"> ({t('notYet')})</span>}
        </span>
        {note && <span className="text-xs text-muted">{note}</span>}
      </span>
    </li>
  );
}

/** The sum that each customer is paid on this day with the batch: many small payouts add up to a large one. */
function SumsOfDay({ batch, lines }: { batch: Batch; lines: readonly BatchLine[] }) {
  const { t } = useTranslation('payouts.admin');
  const nameOf = (userId: string) => lines.find((line) => line.userId === userId)?.userName ?? '';
  return (
    <details className="group text-sm">
      <summary className={foldClasses}>
        <FoldMark />
        {t('sumOfDay')}
      </summary>
      <ul>
        {batch.sumsOfDay.map(({ userId, usd }) => (
          <li key={userId} className="flex justify-between gap-4">
            {nameOf(userId)} <Money amount={usd} currency="USD" />
          </li>
        ))}
      </ul>
    </details>
  );
}
