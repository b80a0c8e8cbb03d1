import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingApprovals } from '#client/features/approvals/approvals.queries.ts';
import { formatDay, formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { shown } from '#client/ui/overlay/Actions.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { ignoreStatementLine, undoStatementLine } from '#shared/payouts/payouts.statements.contract.ts';
import { statementRoutes, useMatch, type StatementLine } from './payouts.statements.queries.ts';

/** The groups of lines: waiting ones by finding, and finished ones. */
export type LineGroup = 'exact' | 'proposed' | 'unmatched' | 'matched' | 'ignored';

/** Widths of text, finding and buttons: groups that stand below one another line up. */
const open = ['24%', '22%', '26%'] as const;
const widths: Record<LineGroup, readonly [text: string, found: string, actions: string]> = {
  exact: open,
  proposed: open,
  unmatched: open,
  matched: ['31%', '28%', '13%'],
  ignored: ['31%', '28%', '13%'],
};

/** Lines with their findings, and the actions on them. */
export function LineTable({ group, lines }: { group: LineGroup; lines: readonly StatementLine[] }) {
  const { t } = useTranslation('payouts.statements');
  const [openQuestion, setOpenQuestion] = useState<LineQuestion>();
  const [text, findingWidth, buttons] = widths[group];
  const day = ({ bookedOn }: StatementLine) => (
    <span className="whitespace-nowrap text-muted">{formatDay(bookedOn, { year: 'numeric' })}</span>
  );
  const actions = (line: StatementLine) => <LineActions line={line} onAsk={setOpenQuestion} />;
  const columns: Column<StatementLine>[] = [
    { id: 'day', header: t('column.day'), width: '11%', cell: day },
    { id: 'text', header: t('column.text'), width: text, cell: (line) => <LineText line={line} /> },
    { id: 'found', header: t('column.found'), width: findingWidth, cell: (line) => <LineFinding line={line} /> },
    { id: 'amount', header: t('column.amount'), width: '17%', end: true, cell: (line) => <LineAmount line={line} /> },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: buttons,
      end: true,
      cell: actions,
    },
  ];
  const card = (line: StatementLine) => (
    <>
      <div className="flex flex-wrap justify-between gap-x-3 gap-y-1">
        {day(line)}
        <LineAmount line={line} />
      </div>
      <LineText line={line} />
      <LineFinding line={line} />
      {actions(line)}
    </>
  );
  return (
    <>
      <Table
        dense
        wide
        fixed
        caption={t(`state.${group}`)}
        columns={columns}
        rows={lines}
        rowKey={({ id }) => id}
        card={card}
      />
      {openQuestion && (
        <LineDialog key={openQuestion.line.id} {...openQuestion} onClose={() => setOpenQuestion(undefined)} />
      )}
    </>
  );
}

/** The sum that a line moved, with its direction. */
export function LineAmount({
  line: { amount, currency, direction },
}: {
  line: Pick<StatementLine, 'amount' | 'currency' | 'direction'>;
}) {
  const { t } = useTranslation('payouts.statements');
  return (
    <bdi className="font-medium whitespace-nowrap figures">
      <span className="sr-only">{t(`direction.${direction}`)} </span>
      <span aria-hidden="true">{direction === 'in' ? '+' : '−'}</span>
      {formatMoneyText(amount, currency)}
    </bdi>
  );
}

/**
 * The bank's text about a line, and the other party; the bank's own reference means nothing to a reader, and is in the
 * title.
 */
export function LineText({
  line: { text, counterpartyName, bankRef },
}: {
  line: Pick<StatementLine, 'text' | 'counterpartyName' | 'bankRef'>;
}) {
  return (
    <span className="flex min-w-0 flex-col" title={[text, counterpartyName, bankRef].filter(Boolean).join('\n')}>
      <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
      {counterpartyName && <bdi className="truncate text-xs text-muted">{counterpartyName}</bdi>}
    </span>
  );
}

/** The customer of the line, the order, and the matching rule unless it is the exact one. */
function LineFinding({ line: { rule, candidates, match, reason } }: { line: StatementLine }) {
  const { t } = useTranslation('payouts.statements');
  const references = match?.payouts.length
    ? match.payouts.map(({ reference }) => reference)
    : candidates.map(({ reference, difference }) =>
        /[1-9]/.test(difference) ? `${reference} (${difference})` : reference,
      );
  const [first, ...otherPayees] = new Set(candidates.flatMap(({ payee }) => payee ?? []));
  const notes = [
    match?.fee && t('fee', { fee: match.fee }),
    match?.by && t('matchedBy', { name: match.by.name }),
    reason,
  ].filter(Boolean);
  return (
    <span className="flex min-w-0 flex-col">
      {rule && rule !== 'exact' && (
        <span className={rule === 'paid_twice' ? 'font-medium text-rejected' : undefined}>{t(`rule.${rule}`)}</span>
      )}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {first !== undefined && otherPayees.length === 0 && (
          <bdi className="line-clamp-2 font-medium wrap-anywhere">{first}</bdi>
        )}
        <Ltr className="font-mono text-xs wrap-anywhere text-muted">{references.slice(0, 5).join(', ')}</Ltr>
      </span>
      {notes.length > 0 && <span className="text-xs wrap-anywhere text-muted">{notes.join(' · ')}</span>}
    </span>
  );
}

function LineActions({ line, onAsk }: { line: StatementLine; onAsk: (question: LineQuestion) => void }) {
  const { t } = useTranslation('payouts.statements');
  const match = useMatch(line.id);
  const isWaiting = useWaitingApprovals({ kinds: ['payout'], subjectId: line.id }).length > 0;
  const mayRelease = useMay()('payouts.release');
  if (!mayRelease) return null;
  const isOpen = line.state === 'proposed' || line.state === 'unmatched';
  const isAboutPayouts = line.candidates.some(({ payoutId }) => payoutId);
  return (
    <span className="flex flex-wrap gap-x-1 gap-y-2 lg:justify-end">
      {isWaiting && <TextLink to="/admin/approvals">{t('waits')}</TextLink>}
      {line.state === 'proposed' && !isWaiting && (
        <Button
          text={t(line.rule === 'return' ? 'takeReturn' : line.rule === 'exact' ? 'settle' : 'take')}
          size="small"
          variant={line.rule === 'exact' ? 'ghost' : undefined}
          busy={match.isPending}
          onClick={() => match.mutate({})}
        />
      )}
      {line.state === 'unmatched' && isAboutPayouts && !isWaiting && (
        <Button text={t('choose')} size="small" onClick={() => onAsk({ kind: 'choose', line })} />
      )}
      {line.state === 'unmatched' && line.direction === 'out' && (
        <Button
          text={t('cost')}
          size="small"
          variant={isAboutPayouts ? 'ghost' : 'outline'}
          onClick={() => onAsk({ kind: 'cost', line })}
        />
      )}
      {isOpen && (
        <Button text={t('ignore')} size="small" variant="ghost" onClick={() => onAsk({ kind: 'ignore', line })} />
      )}
      {!isOpen && (
        <Button text={t('undo')} size="small" variant="ghost" onClick={() => onAsk({ kind: 'undo', line })} />
      )}
      {match.error && <AdminProblem error={match.error} title={t('failed.change')} />}
    </span>
  );
}

/** A step that needs a reason: manually chosen payouts, a charge of the bank, an ignored line, a match taken back. */
interface LineQuestion {
  kind: 'choose' | 'cost' | 'ignore' | 'undo';
  line: StatementLine;
}

/** The dialog of a question. */
function LineDialog({ kind, ...question }: LineQuestion & { onClose: () => void }) {
  return kind === 'choose' || kind === 'cost' ? (
    <MatchDialog {...question} kind={kind} />
  ) : (
    <AsideDialog {...question} kind={kind} />
  );
}

type DialogOf<Kind> = Omit<LineQuestion, 'kind'> & { kind: Kind; onClose: () => void };

/** Ignores a line, or takes back its match. */
function AsideDialog({ kind, line, onClose }: DialogOf<'ignore' | 'undo'>) {
  const { t } = useTranslation('payouts.statements');
  const action = shown(kind === 'ignore' ? ignoreStatementLine : undoStatementLine, {
    label: t(`ask.${kind}.title`),
    confirm: t(`ask.${kind}.yes`),
    danger: kind === 'undo',
    fields: { reason: { label: t('reason') } },
    children: <p>{t(`ask.${kind}.text`, { amount: formatMoneyText(line.amount, line.currency) })}</p>,
  });
  return <ContractDialog {...{ action, onClose }} row={line} failed={t('failed.change')} reads={statementRoutes} />;
}

/** Matches manually chosen payouts, or books a charge of the bank. */
function MatchDialog({ kind, line, onClose }: DialogOf<'choose' | 'cost'>) {
  const { t } = useTranslation('payouts.statements');
  const [reason, setReason] = useState('');
  const payouts = line.candidates.flatMap(({ payoutId, ...candidate }) =>
    payoutId ? [{ id: payoutId, ...candidate }] : [],
  );
  const [chosenIds, setChosenIds] = useState<readonly string[]>(
    payouts.length === 1 ? payouts.map(({ id }) => id) : [],
  );
  const match = useMatch(line.id);
  const toggle = (id: string, isOn: boolean) =>
    setChosenIds((ids) => (isOn ? [...ids, id] : ids.filter((chosenId) => chosenId !== id)));
  const role = line.direction === 'in' ? ('returned' as const) : ('settled' as const);
  const matchInput =
    kind === 'choose' ? { payoutIds: [...chosenIds], as: role, reason } : { as: 'cost' as const, reason };
  return (
    <ConfirmDialog
      title={t(`ask.${kind}.title`)}
      confirm={t(`ask.${kind}.yes`)}
      by={match}
      failed={t('failed.change')}
      onConfirm={() => match.mutate(matchInput, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(`ask.${kind}.text`, { amount: formatMoneyText(line.amount, line.currency) })}</p>
      {kind === 'choose' &&
        payouts.map(({ id, reference, payee, amount, difference }) => (
          <Checkbox
            key={id}
            label={[reference, payee, formatMoneyText(amount, line.currency)].filter(Boolean).join(' · ')}
            hint={
              /[1-9]/.test(difference) &&
              t(difference.startsWith('-') ? 'bookedLess' : 'bookedMore', {
                amount: formatMoneyText(difference.replace('-', ''), line.currency),
              })
            }
            checked={chosenIds.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      <TextArea label={t('reason')} rows={2} maxLength={2000} value={reason} onValue={setReason} />
    </ConfirmDialog>
  );
}
