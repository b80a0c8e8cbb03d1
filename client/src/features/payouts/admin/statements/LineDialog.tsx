import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { shown } from '#client/ui/overlay/Actions.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { compareNames } from '#shared/payouts/payee.names.ts';
import { ignoreStatementLine, undoStatementLine } from '#shared/payouts/payouts.statements.contract.ts';
import { statementRoutes, useMatch, type StatementLine } from './payouts.statements.queries.ts';

/** A step that needs a reason: manually chosen payouts, a charge of the bank, an ignored line, a match taken back. */
export interface LineQuestion {
  kind: 'choose' | 'cost' | 'ignore' | 'undo';
  line: StatementLine;
}

/** The dialog of an action on a statement line: match, ignore or undo. */
export function LineDialog({ kind, ...question }: LineQuestion & { onClose: () => void }) {
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
  const matchBody = kind === 'choose' ? { payoutIds: [...chosen], as, reason } : { as: 'cost' as const, reason };
  return (
    <ConfirmDialog
      title={t(`ask.${kind}.title`)}
      confirm={t(`ask.${kind}.yes`)}
      by={match}
      failed={t('failed.change')}
      onConfirm={() => match.mutate(matchBody, { onSuccess: onClose })}
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
      <TextArea
        label={t('reason')}
        rows={2}
        maxLength={maxLengthOf(ignoreStatementLine.body, 'reason')}
        value={reason}
        onValue={setReason}
      />
    </ConfirmDialog>
  );
}
