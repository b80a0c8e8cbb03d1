import { CircleAlert } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AlertLine } from '#client/ui/feedback/AlertLine.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import { decimal, zero } from '#shared/kernel/money.ts';
import type { ManualForm } from '../books.manual.ts';
import { unitText } from '../books.text.ts';
import { ManualEntryDialog } from '../ManualEntryDialog.tsx';
import { UnitAmount } from '../UnitAmount.tsx';
import type { Difference } from './books.differences.ts';
import { DifferenceText } from './DifferenceText.tsx';
import { ReadAt } from './ReadAt.tsx';

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
      {entry && <ManualEntryDialog suggested={entry} onClose={() => setEntry(undefined)} />}
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
  const { unit, bank, amount, outside } = difference;
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
  // A wallet that is not read is the usual reason for a chain without any of a coin.
  const isAway = !bank && isLess && decimal(outside).eq(zero);
  return (
    <AlertLine
      Icon={CircleAlert}
      tone="text-pending"
      remedy={<Remedies {...{ difference, name, isFirst, isAway }} acts={may('settings.write') ? [enter] : []} />}
    >
      <span className="flex flex-col gap-0.5">
        <span>
          <DifferenceText name={name} of={bank ? 'bank' : 'chain'} amount={amount} unit={unit} />
        </span>
        {isAway && <span>{t('reconciliation.notHere', { coin: name })}</span>}
        <Sides difference={difference} />
      </span>
    </AlertLine>
  );
}

interface RemediesProps {
  difference: Difference;
  name: string;
  isFirst: boolean;
  isAway: boolean;
  acts: ComponentProps<typeof RowActs>['acts'];
}

/** The steps that may explain a difference, and in the menu the entry that would end it. */
function Remedies({ difference: { account, bank, entries }, name, isFirst, isAway, acts }: RemediesProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:justify-end">
      {bank && (
        <ButtonLink
          size="small"
          variant={isFirst ? 'filled' : 'outline'}
          text={t('reconciliation.lines')}
          to="/admin/statements?state=unmatched"
        />
      )}
      {isAway && may('wallets.write') && (
        <ButtonLink
          size="small"
          variant={isFirst ? 'filled' : 'outline'}
          text={t('reconciliation.addresses', { coin: name })}
          to="/admin/deposit-sources"
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
        acts={acts}
      />
    </span>
  );
}

/** The balance on both sides, and of when the other one is. */
function Sides({ difference: { unit, bank, book, outside, readAt } }: Pick<RowProps, 'difference'>) {
  const { t } = useTranslation('books.admin');
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-muted">
      <span>
        {t('column.book')} <UnitAmount amount={book} unit={unit} />
      </span>
      <span>
        {t(bank ? 'column.statement' : 'column.chain')} <UnitAmount amount={outside} unit={unit} />
      </span>
      {bank?.asOf && <span>{t('reconciliation.statementOf', { day: formatDay(bank.asOf, { year: 'numeric' }) })}</span>}
      {readAt && (
        <span>
          <ReadAt at={readAt} />
        </span>
      )}
    </span>
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
