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
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { shown } from '#client/ui/overlay/Actions.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import { compareNames } from '#shared/payouts/payee.names.ts';
import { ignoreStatementLine, undoStatementLine } from '#shared/payouts/payouts.statements.contract.ts';
import { statementRoutes, useMatch, type StatementLine } from './payouts.statements.queries.ts';

/** The groups of lines: waiting ones by finding, and finished ones. */
export type LineGroup = 'exact' | 'proposed' | 'unmatched' | 'matched' | 'ignored';

/** Widths of text, finding and buttons: groups that stand below one another line up. */
const open = [24, 22, 26] as const;
const widths: Record<LineGroup, readonly [text: number, found: number, actions: number]> = {
  exact: open,
  proposed: open,
  unmatched: open,
  matched: [29, 26, 17],
  ignored: [29, 26, 17],
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
    { id: 'amount', header: t('column.amount'), width: '17%', end: true, cell: (line) => <LineAmount line={line} /> },
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
      <LineText line={line} />
      <div className="flex items-center justify-between gap-x-3">
        <LineFinding line={line} />
        <span className="ms-auto max-w-2/3 shrink-0">{actions(line)}</span>
      </div>
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
      <bdi className={counterpartyName ? 'truncate' : 'line-clamp-2 wrap-anywhere'}>{text}</bdi>
      {counterpartyName && <bdi className="truncate text-xs text-muted">{counterpartyName}</bdi>}
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
  // The name stands beside the reference: it is that of the same payout, or left out.
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
      <span className="flex min-w-0 items-baseline gap-x-2 lg:flex-wrap">
        {payee !== undefined && <bdi className="truncate font-medium">{payee}</bdi>}
        {reference && (
          <Ltr className="truncate font-mono text-xs text-muted max-lg:shrink-0">
            {reference}
            {others.length > 0 && ` +${others.length}`}
          </Ltr>
        )}
        {notes.length > 0 && <span className="truncate text-xs text-muted">{notes.join(' · ')}</span>}
      </span>
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
  const ask = (kind: LineQuestion['kind'], text: string) => ({ id: kind, text, onPress: () => onAsk({ kind, line }) });
  const acts = [
    ...(line.state === 'proposed' && !isWaiting
      ? [
          {
            id: 'match',
            text: t(line.rule === 'return' ? 'takeReturn' : line.rule === 'exact' ? 'settle' : 'take'),
            busy: match.isPending,
            onPress: () => match.mutate({}),
          },
        ]
      : []),
    ...(line.state === 'unmatched' && isAboutPayouts && !isWaiting ? [ask('choose', t('choose'))] : []),
    ...(line.state === 'unmatched' && line.direction === 'out' ? [ask('cost', t('cost'))] : []),
    isOpen ? ask('ignore', t('ignore')) : ask('undo', t('undo')),
  ];
  return (
    <span className="flex flex-col items-end gap-1">
      {isWaiting && <TextLink to="/admin/approvals">{t('waits')}</TextLink>}
      <RowActs acts={acts} of={formatMoneyText(line.amount, line.currency)} />
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

type LikelyPayout = Pick<StatementLine['candidates'][number], 'difference' | 'payee'>;

/** The first payout, and those directly after it that differ from the line by as much and fit its name as well. */
function likeliestOf<Payout extends LikelyPayout>(name: string, payouts: readonly Payout[]): Payout[] {
  const [first] = payouts;
  const isNamed = ({ payee }: LikelyPayout) => !!payee && name !== '' && compareNames(payee, name) !== 'other';
  const isAsLikely = (payout: Payout) =>
    first !== undefined && payout.difference === first.difference && isNamed(payout) === isNamed(first);
  const end = payouts.findIndex((payout) => !isAsLikely(payout));
  return payouts.slice(0, end < 0 ? undefined : end);
}

/** Matches manually chosen payouts, or books a charge of the bank. */
function MatchDialog({ kind, line, onClose }: DialogOf<'choose' | 'cost'>) {
  const { t } = useTranslation('payouts.statements');
  const [reason, setReason] = useState('');
  const payouts = line.candidates.flatMap(({ payoutId, ...found }) => (payoutId ? [{ id: payoutId, ...found }] : []));
  const likeliest = likeliestOf(line.counterpartyName, payouts);
  // The likeliest is chosen already, and the others are folded; where two are as likely the member chooses.
  const [chosen, setChosen] = useState<readonly string[]>(likeliest.length === 1 ? likeliest.map(({ id }) => id) : []);
  const match = useMatch(line.id);
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((known) => known !== id)));
  const boxOf = ({ id, reference, payee, amount, difference }: (typeof payouts)[number]) => (
    <Checkbox
      key={id}
      label={[reference, payee, formatMoneyText(amount, line.currency)].filter(Boolean).join(' · ')}
      hint={
        /[1-9]/.test(difference) &&
        t(difference.startsWith('-') ? 'bookedLess' : 'bookedMore', {
          amount: formatMoneyText(difference.replace('-', ''), line.currency),
        })
      }
      checked={chosen.includes(id)}
      onChange={({ target }) => toggle(id, target.checked)}
    />
  );
  const as = line.direction === 'in' ? ('returned' as const) : ('settled' as const);
  const wanted = kind === 'choose' ? { payoutIds: [...chosen], as, reason } : { as: 'cost' as const, reason };
  return (
    <ConfirmDialog
      title={t(`ask.${kind}.title`)}
      confirm={t(`ask.${kind}.yes`)}
      by={match}
      failed={t('failed.change')}
      onConfirm={() => match.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(`ask.${kind}.text`, { amount: formatMoneyText(line.amount, line.currency) })}</p>
      {kind === 'choose' && likeliest.map(boxOf)}
      {kind === 'choose' && payouts.length > likeliest.length && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-link">
            {t('moreCandidates', { count: payouts.length - likeliest.length })}
          </summary>
          {payouts.slice(likeliest.length).map(boxOf)}
        </details>
      )}
      <TextArea label={t('reason')} rows={2} maxLength={2000} value={reason} onValue={setReason} />
    </ConfirmDialog>
  );
}
