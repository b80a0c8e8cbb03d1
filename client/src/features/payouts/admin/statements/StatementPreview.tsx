import { clsx } from 'clsx';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { addProfile } from '#shared/payouts/payouts.accounts.contract.ts';
import { useSaveProfile } from '../../payouts.queries.ts';
import { LineAmount, LineText } from './LineTable.tsx';
import type { Preview } from './payouts.statements.queries.ts';

type Layout = NonNullable<Preview['layout']>;
type PreviewLine = Preview['lines'][number];

/** Names the part of a file that is not imported; undefined where all of it is. */
export function leftOutOf(
  { others, leftOut }: Pick<Preview, 'others' | 'leftOut'>,
  t: TFunction<'payouts.statements'>,
): string | undefined {
  const accounts = others.map(({ account, lines }) => `\u2026${account} (${lines})`).join(', ');
  const texts = [accounts && t('others', { others: accounts }), leftOut > 0 && t('leftOut', { leftOut })];
  return texts.filter(Boolean).join(' · ') || undefined;
}

interface StatementPreviewProps {
  preview: Preview;
  /** The layout by which the file is read from now on. */
  onSaved: (profileId: string) => void;
}

/** The first lines of a file as they are read, and the missing input of its import. */
export function StatementPreview({ preview, onSaved }: StatementPreviewProps) {
  const { t } = useTranslation('payouts.statements');
  const { account, lines, count, missing, layout } = preview;
  const rows = lines.map((line, index) => ({ ...line, index }));
  const columns: Column<PreviewLine>[] = [
    {
      id: 'day',
      header: t('column.day'),
      width: '18%',
      cell: ({ bookedOn }) => formatDay(bookedOn, { year: 'numeric' }),
    },
    { id: 'text', header: t('column.text'), width: '52%', cell: (line) => <LineText line={line} /> },
    {
      id: 'amount',
      header: t('column.amount'),
      width: '30%',
      end: true,
      cell: (line) => <LineAmount line={line} />,
    },
  ];
  const moreCount = count - rows.length;
  // The button of the import names the number of lines, and the select beside it the account.
  const isNamed = preview.found !== null && count > 0 && layout === null;
  return (
    <section aria-label={t('preview.title')} className="flex flex-col gap-3">
      {missing.length > 0 && <Note tone="warning">{t('preview.missing', { columns: missing.join(', ') })}</Note>}
      {layout && <LayoutProposal layout={layout} onSaved={onSaved} />}
      {preview.found && (
        <>
          <FoundCounts found={preview.found} />
          {preview.found.unmatched > 0 && <p className="text-sm text-muted">{t('preview.unmatched')}</p>}
        </>
      )}
      {rows.length > 0 && (
        <Table
          dense
          fixed
          card={(line) => (
            <>
              <div className="flex flex-wrap justify-between gap-x-3 gap-y-1">
                <span className="text-muted">{formatDay(line.bookedOn, { year: 'numeric' })}</span>
                <LineAmount line={line} />
              </div>
              <LineText line={line} />
            </>
          )}
          caption={t('preview.count', { lines: count })}
          columns={columns}
          rows={rows}
          rowKey={({ index }: PreviewLine & { index?: number }) => String(index)}
        />
      )}
      <p className="text-sm text-muted empty:hidden">
        {[
          missing.length === 0 && !isNamed && t('preview.count', { lines: count }),
          rows.length > 0 && moreCount > 0 && t('preview.more', { shown: formatNumber(moreCount) }),
          // It is why that account is chosen, or why another one may be wrong.
          account && t('preview.account', { account: account.name }),
          leftOutOf(preview, t),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

const groups = ['exact', 'proposed', 'unmatched', 'known'] as const;

/** The number of lines by finding. */
function FoundCounts({ found }: { found: NonNullable<Preview['found']> }) {
  const { t } = useTranslation('payouts.statements');
  return (
    <SumCells>
      {groups.map((group) => (
        <SumCell key={group} label={t(`state.${group}`)}>
          <span className={clsx('text-lg figures', found[group] === 0 ? 'text-faint' : 'font-semibold')}>
            {formatNumber(found[group])}
          </span>
        </SumCell>
      ))}
    </SumCells>
  );
}

const parts = [
  'date',
  'valueDate',
  'amount',
  'debit',
  'credit',
  'directionColumn',
  'outWord',
  'text',
  'reference',
  'counterparty',
  'account',
  'ownAccount',
  'dateFormat',
  'decimal',
  'separator',
  'encoding',
] as const;

/** The layout that the product recognised in a table, with a name to save it under. */
function LayoutProposal({ layout, onSaved }: { layout: Layout; onSaved: (profileId: string) => void }) {
  const { t } = useTranslation('payouts.statements');
  const mayWrite = useMay()('settings.write');
  const save = useSaveProfile(undefined);
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const foundTexts = parts.flatMap((part) => {
    const value = layout[part];
    return value === undefined ? [] : [{ part, text: [value].flat().join(', ').replace('\t', t('preview.tab')) }];
  });
  const send = () =>
    save.mutate(
      { ...layout, direction: 'statement', name },
      { onSuccess: ({ id }) => toastDone({ title: t('preview.saved'), text: name }, () => onSaved(id))() },
    );
  return (
    <div className="flex flex-col gap-3 rounded-control border border-line p-4 text-sm">
      <p>{t('preview.guess')}</p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {foundTexts.map(({ part, text }) => (
          <div key={part} className="contents">
            <dt className="text-muted">{t(`preview.part.${part}`)}</dt>
            <dd className="min-w-0 wrap-break-word">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {save.error && <AdminProblem error={save.error} title={t('failed.layout')} />}
      {mayWrite ? (
        <div className="flex flex-col items-start gap-3">
          <TextInput
            ref={input}
            label={t('preview.name')}
            maxLength={maxLengthOf(addProfile.body, 'name')}
            value={name}
            onValue={setName}
          />
          <SendButton
            text={t('preview.save')}
            busy={save.isPending}
            missing={name.trim() === '' ? t('preview.nameFirst') : undefined}
            onMissing={() => input.current?.focus()}
            onClick={send}
          />
        </div>
      ) : (
        <p className="text-muted">{t('preview.owner')}</p>
      )}
    </div>
  );
}
