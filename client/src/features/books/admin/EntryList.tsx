import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { shown } from '#client/ui/overlay/Actions.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import { manualKinds } from '#shared/books/books.accounts.ts';
import { reverseEntry } from '#shared/books/books.contract.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { bookRoutes, type Entry } from '../books.queries.ts';
import { sentenceOf } from './books.sentences.ts';
import { useAccountText } from './books.text.ts';
import { Usd } from './UnitAmount.tsx';

/** Entries of the book below their days, each as a sentence with its time and who made it. */
export function EntryList({ entries, label }: { entries: readonly Entry[]; label: string }) {
  return (
    <ol aria-label={label} className="card divide-y divide-line">
      {entriesByDay(entries).map(([first, ...others]) => (
        <li key={first.id}>
          <Time at={first.at} shape="date" className="block px-4 pt-3 pb-1 text-xs font-semibold text-muted" />
          <ol className="divide-y divide-line">
            {[first, ...others].map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

type Day = [Entry, ...Entry[]];

/** The entries of each day, in the order in which they come. */
function entriesByDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = days.at(-1);
    if (day && isOneDay(entry, day[0])) day.push(entry);
    else days.push([entry]);
  }
  return days;
}

const isOneDay = (entry: Entry, above: Entry): boolean =>
  new Date(entry.at).toDateString() === new Date(above.at).toDateString();

function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['books.admin', 'refunds.admin']);
  const accountText = useAccountText();
  const { at, actor, order, reason, reversalOf } = entry;
  const sentence = sentenceOf(entry, t, accountText);
  const text = reversalOf ? t('undoing', { sentence }) : sentence;
  // The sentence may name the order: then that is the link, which follows it otherwise.
  const [textBefore = text, textAfter] = splitAt(text, order?.reference);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-sm xl:grid-cols-[3.5rem_minmax(0,1fr)_minmax(8rem,13rem)_8.5rem_2rem]">
      <Time at={at} shape="time" className="text-xs text-muted" />
      <span className="text-end font-medium xl:col-start-4 xl:row-start-1">
        <Worth entry={entry} />
      </span>
      <div className="flex min-w-0 flex-col gap-0.5 max-xl:col-span-2 xl:col-start-2 xl:row-start-1">
        <p className="wrap-break-word">
          {textBefore}
          {/* The dot stays on the line that it ends. */}
          {order && textAfter === undefined && '\u00A0· '}
          {order && <OrderLink order={order} />}
          {textAfter}
        </p>
        {reason && (
          <p className="text-xs wrap-anywhere text-muted">
            {reason === 'refund_asked' ? t('refunds.admin:asked') : reason}
          </p>
        )}
        <EntryMarks entry={entry} />
      </div>
      <span className="min-w-0 text-xs wrap-anywhere text-muted xl:col-start-3 xl:row-start-1">
        {actor?.name ?? t('byItself')}
      </span>
      <Reverse entry={entry} sentence={sentence} />
    </li>
  );
}

/** Splits a text around the first occurrence of a part; returns the text alone if it does not contain the part. */
function splitAt(text: string, part: string | undefined): string[] {
  const partIndex = part ? text.indexOf(part) : -1;
  return part === undefined || partIndex < 0 ? [text] : [text.slice(0, partIndex), text.slice(partIndex + part.length)];
}

function OrderLink({ order: { id, reference } }: { order: NonNullable<Entry['order']> }) {
  return (
    <Link to={`/admin/transactions?show=all&tx=${id}`} className="inline-flex min-h-6 items-center text-link">
      <bdi dir="ltr">{reference}</bdi>
    </Link>
  );
}

function EntryMarks({ entry: { late, bookedIn, reversedBy } }: { entry: Entry }) {
  const { t } = useTranslation('books.admin');
  const marks = [...(late ? [t('late', { month: bookedIn })] : []), ...(reversedBy ? [t('reversed')] : [])];
  return marks.length === 0 ? null : <p className="text-xs text-pending">{marks.join(' · ')}</p>;
}

/** The value of the first unit that moved: the other units have the same value, seen from the other side. */
function Worth({ entry: { lines } }: { entry: Entry }) {
  const ofUnit = lines.filter(({ unit }) => unit === lines[0]?.unit);
  if (ofUnit.some(({ base }) => base === null)) return <Usd amount={null} />;
  const sum = ofUnit.reduce((all, { base }) => all.plus(decimal(base ?? '0')), zero);
  return <Usd amount={toText(sum)} />;
}

/** Undoes a manual entry, once; every other entry is undone by the part of the product that made it. */
function Reverse({ entry, sentence }: { entry: Entry; sentence: string }) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const isManual = manualKinds.some((kind) => kind === entry.kind);
  if (!isManual || entry.reversalOf || entry.reversedBy || !may(reverseEntry.may)) return null;
  const action = shown(reverseEntry, {
    label: t('reverse.title'),
    danger: true,
    fields: { note: { label: t('note'), kind: 'lines' } },
    children: <p className="wrap-anywhere">{sentence}</p>,
    onDone: () => toast({ title: t('reverse.done') }),
  });
  return (
    <>
      <span className="-my-1.5 inline-flex self-center justify-self-end xl:col-start-5 xl:row-start-1">
        <RowActs
          of={sentence}
          acts={[
            {
              id: 'reverse',
              text: t('reverse.button'),
              label: t('reverse.label', { sentence }),
              isRare: true,
              onPress: () => setAsked(true),
            },
          ]}
        />
      </span>
      {isAsked && (
        <ContractDialog
          action={action}
          row={{ id: entry.id }}
          failed={t('failed.change')}
          reads={bookRoutes}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
