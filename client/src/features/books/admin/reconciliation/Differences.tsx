import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import type { ManualForm } from '../books.manual.ts';
import { unitText } from '../books.text.ts';
import { ManualEntryDialog } from '../ManualEntryDialog.tsx';
import { UnitAmount } from '../UnitAmount.tsx';
import type { Difference } from './books.differences.ts';
import { DifferenceText } from './DifferenceText.tsx';

/**
 * Lists the differences between the book and a bank or a chain, each with the entries that may explain it and, in its
 * menu, the entry that ends it; null without any.
 */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('books.admin');
  const [entry, setEntry] = useState<Partial<ManualForm>>();
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby="differences" className="flex flex-col gap-2">
      <h2 id="differences" className="text-base">
        {t('reconciliation.title')}
      </h2>
      <ul className="card divide-y divide-line">
        {differences.map((difference, index) => (
          <Row key={difference.account} difference={difference} isFirst={index === 0} onEnter={setEntry} />
        ))}
      </ul>
      {entry && <ManualEntryDialog found={entry} onClose={() => setEntry(undefined)} />}
    </section>
  );
}

interface RowProps {
  difference: Difference;
  /** True for the first one, whose action is the main one of the screen. */
  isFirst: boolean;
  onEnter: (entry: Partial<ManualForm>) => void;
}

function Row({ difference, isFirst, onEnter }: RowProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const { account, unit, bank, amount, book, outside, readAt, entries } = difference;
  const isLess = amount.startsWith('-');
  const name = bank?.name ?? unitText(unit);
  const verb = !isLess ? 'capital' : bank ? 'cost' : 'lost';
  const enter = {
    id: 'enter',
    text: t(`reconciliation.${verb}`),
    label: t(`reconciliation.${verb}Of`, { account: name }),
    // An entry hides a difference for good: first comes what may explain it.
    isRare: true,
    onPress: () => onEnter(entryOf(difference)),
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <span className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
        <span className="wrap-anywhere">
          <DifferenceText name={name} of={bank ? 'bank' : 'chain'} amount={amount} unit={unit} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span>
            {t('column.book')} <UnitAmount amount={book} unit={unit} />
          </span>
          <span>
            {t(bank ? 'column.statement' : 'column.chain')} <UnitAmount amount={outside} unit={unit} />
          </span>
          {bank?.asOf && (
            <span>{t('reconciliation.statementOf', { day: formatDay(bank.asOf, { year: 'numeric' }) })}</span>
          )}
          {readAt && (
            <span>
              {t('reconciliation.lastRead')} <Time at={readAt} shape="relative" />
            </span>
          )}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {bank && (
          <ButtonLink
            size="small"
            variant={isFirst ? 'filled' : 'outline'}
            text={t('reconciliation.lines')}
            to="/admin/statements?state=unmatched"
          />
        )}
        <RowActs
          of={name}
          lead={
            <ButtonLink
              size="small"
              text={t('reconciliation.entries', { shown: formatNumber(entries) })}
              to={`?tab=journal&account=${account}`}
            />
          }
          acts={may('settings.write') ? [enter] : []}
        />
      </span>
    </li>
  );
}

/** The entry that would make both agree: a shortage is a cost or a loss, a surplus was put in by the owner. */
function entryOf({ bank, unit, amount }: Difference): Partial<ManualForm> {
  const place = bank ? `bank:${bank.id}` : 'coins';
  const size = amount.replace('-', '');
  const isLess = amount.startsWith('-');
  return {
    kind: !isLess ? 'capital' : bank ? 'cost' : 'correction',
    ...(bank?.asOf && { at: `${bank.asOf}T12:00` }),
    lines: isLess
      ? [{ left: place, reached: bank ? 'cost:bank' : 'lost', unit, amount: size }]
      : [{ left: 'capital', reached: place, unit, amount: size }],
  };
}
