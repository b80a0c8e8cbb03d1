import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingApprovals } from '#client/features/approvals/approvals.queries.ts';
import { formatDay, formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import { LineDialog, type LineQuestion } from './LineDialog.tsx';
import { useMatch, type StatementLine } from './payouts.statements.queries.ts';

/** The groups of lines: waiting ones by finding, and finished ones. */
export type LineGroup = 'exact' | 'proposed' | 'unmatched' | 'matched' | 'ignored';

/** Widths of text, finding and buttons. */
const open = [28, 24, 20] as const;
const widths: Record<LineGroup, readonly [text: number, found: number, actions: number]> = {
  exact: open,
  proposed: open,
  unmatched: [26, 19, 27],
  matched: [30, 27, 15],
  ignored: [30, 27, 15],
};

/** A row that is settled above has no button in words: its text, which proves whose it is, has the room. */
const settledWidths = [42, 24, 6] as const;

interface LineTableProps {
  group: LineGroup;
  lines: readonly StatementLine[];
  /** True if a button above settles all lines; the button of a row is then in its menu. */
  isSettledAbove?: boolean;
}

/** Lines with their findings, and the actions on them. */
export function LineTable({ group, lines, isSettledAbove = false }: LineTableProps) {
  const { t } = useTranslation('payouts.statements');
  const [openQuestion, setOpenQuestion] = useState<LineQuestion>();
  const [text, findingWidth, buttons] = isSettledAbove ? settledWidths : widths[group];
  const day = ({ bookedOn }: StatementLine) => (
    <span className="whitespace-nowrap text-muted">{formatDay(bookedOn, { year: 'numeric' })}</span>
  );
  const actions = (line: StatementLine) => <LineActions line={line} isQuiet={isSettledAbove} onAsk={setOpenQuestion} />;
  const columns: Column<StatementLine>[] = [
    { id: 'day', header: t('column.day'), width: '11%', cell: day },
    // Before the columns whose widths differ: the sums of all tables end at one edge.
    { id: 'amount', header: t('column.amount'), width: '17%', end: true, cell: (line) => <LineAmount line={line} /> },
    {
      id: 'text',
      header: t('column.text'),
      width: `${lines.some(hasFinding) ? text : text + findingWidth}%`,
      cell: (line) => <LineText line={line} />,
    },
    {
      id: 'found',
      header: t('column.found'),
      width: `${findingWidth}%`,
      cell: (line) => <LineFinding line={line} />,
      isFilled: hasFinding,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: `${buttons}%`,
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
      <LineText line={line} isShort={isSettledAbove} />
      {isSettledAbove ? (
        <div className="flex items-center justify-between gap-x-3">
          <LineFinding line={line} />
          <span className="ms-auto shrink-0">{actions(line)}</span>
        </div>
      ) : (
        <>
          {hasFinding(line) && <LineFinding line={line} />}
          <CardActs>{actions(line)}</CardActs>
        </>
      )}
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

interface LineTextProps {
  line: Pick<StatementLine, 'text' | 'counterpartyName' | 'bankRef'>;
  /** True on a phone for a line that nothing is to be decided about. */
  isShort?: boolean;
}

/**
 * The bank's text about a line, and the other party; the bank's own reference means nothing to a reader, and is in the
 * title.
 */
export function LineText({ line: { text, counterpartyName, bankRef }, isShort = false }: LineTextProps) {
  return (
    <span className="flex min-w-0 flex-col" title={[text, counterpartyName, bankRef].filter(Boolean).join('\n')}>
      {/* The capitals of banks would be louder than payee and sum. */}
      <bdi
        className={clsx(
          'text-muted',
          // A card has the room for what differs from line to line: it stands at the end.
          counterpartyName ? 'wrap-anywhere max-lg:line-clamp-2 lg:truncate' : 'line-clamp-3 text-pretty wrap-anywhere',
          !counterpartyName && (isShort ? 'max-lg:line-clamp-2' : 'max-lg:line-clamp-4'),
        )}
      >
        {text}
      </bdi>
      {counterpartyName && <bdi className="truncate text-xs">{counterpartyName}</bdi>}
    </span>
  );
}

/** True of a line with a finding, a match or a reason. */
const hasFinding = ({ rule, candidates, match, reason }: StatementLine): boolean =>
  (rule !== null && rule !== 'exact') || candidates.length > 0 || match !== null || reason !== null;
/** The likeliest customer and order of the line, and the matching rule unless it is the exact one. */
function LineFinding({ line: { rule, candidates, match, reason } }: { line: StatementLine }) {
  const { t } = useTranslation('payouts.statements');
  const references = match?.payouts.length
    ? match.payouts.map(({ reference }) => reference)
    : candidates.map(({ reference, difference }) =>
        /[1-9]/.test(difference) ? `${reference} (${difference})` : reference,
      );
  const [reference, ...others] = references;
  const firstReference = (match?.payouts[0] ?? candidates[0])?.reference;
  // The name beside the reference is of the same payout, or left out.
  const payee = candidates.find((candidate) => candidate.reference === firstReference)?.payee ?? undefined;
  const notes = [
    match?.fee && t('fee', { fee: match.fee }),
    match?.by && t('matchedBy', { name: match.by.name }),
    reason,
  ].filter(Boolean);
  return (
    <span className="flex min-w-0 flex-col" title={[payee, ...references, ...notes].filter(Boolean).join('\n')}>
      {rule && rule !== 'exact' && (
        <span className={clsx('truncate', rule === 'paid_twice' && 'font-medium text-rejected')}>
          {t(`rule.${rule}`)}
        </span>
      )}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {payee !== undefined && <bdi className="font-medium wrap-anywhere">{payee}</bdi>}
        {reference && (
          <Ltr className="truncate font-mono text-xs text-muted">
            {reference}
            {others.length > 0 && ` +${others.length}`}
          </Ltr>
        )}
        {notes.length > 0 && <span className="line-clamp-2 text-xs text-muted">{notes.join(' · ')}</span>}
      </span>
    </span>
  );
}

interface LineActionsProps {
  line: StatementLine;
  isQuiet: boolean;
  onAsk: (question: LineQuestion) => void;
}

function LineActions({ line, isQuiet, onAsk }: LineActionsProps) {
  const { t } = useTranslation('payouts.statements');
  const match = useMatch(line.id);
  const isWaiting = useWaitingApprovals({ kinds: ['payout'], subjectId: line.id }).length > 0;
  const mayRelease = useMay()('payouts.release');
  if (!mayRelease) return null;
  const isOpen = line.state === 'proposed' || line.state === 'unmatched';
  const isAboutPayouts = line.candidates.some(({ payoutId }) => payoutId);
  const ask = (kind: LineQuestion['kind'], text: string) => ({ id: kind, text, onPress: () => onAsk({ kind, line }) });
  const rowActs = [
    ...(line.state === 'proposed' && !isWaiting
      ? [
          {
            id: 'match',
            text: t(line.rule === 'return' ? 'takeReturn' : line.rule === 'exact' ? 'settle' : 'take'),
            busy: match.isPending,
            isRare: isQuiet,
            onPress: () => match.mutate({}),
          },
        ]
      : []),
    ...(line.state === 'unmatched' && isAboutPayouts && !isWaiting ? [ask('choose', t('choose'))] : []),
    ...(line.state === 'unmatched' && line.direction === 'out' ? [ask('cost', t('cost'))] : []),
    { ...(isOpen ? ask('ignore', t('ignore')) : ask('undo', t('undo'))), isRare: isQuiet },
  ];
  return (
    <span className="flex max-w-full flex-col items-end gap-1 max-sm:[&>span]:w-full">
      {isWaiting && <TextLink to="/admin/approvals">{t('waits')}</TextLink>}
      {/* A line without a likely payout is a fee or nothing of ours: both stand in the row. */}
      <RowActs
        acts={rowActs}
        inView={line.state === 'unmatched' && !isAboutPayouts ? 2 : 1}
        of={formatMoneyText(line.amount, line.currency)}
      />
      {match.error && <AdminProblem error={match.error} title={t('failed.change')} />}
    </span>
  );
}
