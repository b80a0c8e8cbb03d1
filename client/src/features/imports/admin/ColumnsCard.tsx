import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { FilePick } from '#client/ui/form/FilePick.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { importFields, type ImportField } from '#shared/imports/imports.fields.ts';
import type { ImportDetails, Mapping } from './imports.queries.ts';

type Columns = ImportDetails['columns'];

interface ColumnsProps {
  columns: Columns;
  /** Reads the file again with another mapping; undefined if the browser no longer has the file. */
  onChange: ((mapping: Mapping) => void) | undefined;
  /** The name of a file that was lost by a reload of the page, and the function that takes it again. */
  missingFile?: { name: string; onFile: (file: File) => void } | undefined;
  /** True for an applied import, whose columns can no longer be chosen. */
  isFolded?: boolean;
  busy: boolean;
}

/** The field that each column of the file is read as. */
export function ColumnsCard({ columns, onChange, missingFile, isFolded = false, busy }: ColumnsProps) {
  const { t } = useTranslation('imports.admin');
  const [isChanging, setChanging] = useState(false);
  if (isFolded)
    return (
      <details className="max-w-xl text-sm">
        <summary className="min-h-8 py-1 text-muted">{t('columns')}</summary>
        <ColumnList columns={columns} />
      </details>
    );
  return (
    <section className="flex flex-col gap-2 card p-4 text-sm">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-base">{isChanging ? t('changeTitle') : t('columns')}</h2>
        {onChange && !isChanging && (
          <Button text={t('change')} size="small" variant="ghost" onClick={() => setChanging(true)} />
        )}
      </div>
      {isChanging && onChange ? (
        <MappingForm columns={columns} busy={busy} onChange={onChange} />
      ) : (
        <ColumnList columns={columns} />
      )}
      {missingFile && (
        <>
          <p className="wrap-anywhere text-muted">{t('fileGone', { name: missingFile.name })}</p>
          <FilePick
            text={t('chooseAgain')}
            icon={<Upload className="size-4" />}
            accept=".csv,.txt,text/csv"
            className="min-h-9 self-start border border-line-strong px-3 font-medium hover:border-ink"
            onPick={([file]) => file && missingFile.onFile(file)}
          />
        </>
      )}
    </section>
  );
}

/** The heading of each column, and the field that it is read as. */
function ColumnList({ columns }: Pick<ColumnsProps, 'columns'>) {
  return (
    <dl className="divide-y divide-line">
      {columns.map((column, index) => (
        <div key={index} className="grid grid-cols-2 items-baseline gap-3 py-1.5">
          <dt className="font-mono text-xs wrap-anywhere">
            <bdi>{column.heading}</bdi>
          </dt>
          <dd className={column.field === null ? 'text-muted' : undefined}>
            <FieldName column={column} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldName({ column: { field, why } }: { column: Columns[number] }) {
  const { t } = useTranslation('imports.admin');
  if (field !== null) return t(`field.${field}`);
  return t(why === 'forbidden' ? 'forbidden' : 'notRead');
}

function MappingForm({ columns, onChange, busy }: ColumnsProps & { onChange: (mapping: Mapping) => void }) {
  const { t } = useTranslation('imports.admin');
  const [chosenFields, setChosenFields] = useState(() => columns.map(({ field }) => field));
  const choose = (columnIndex: number, field: ImportField | null) =>
    // A field is read from one column: the previous column loses it.
    setChosenFields((fields) =>
      fields.map((chosenField, index) => (index === columnIndex ? field : chosenField === field ? null : chosenField)),
    );
  const send = () => {
    const mapping: Mapping = {};
    for (const field of importFields) {
      const columnIndex = chosenFields.indexOf(field);
      const heading = columns[columnIndex]?.heading;
      // A field that no column has is left out by name.
      if (heading !== undefined || columns.some((column) => column.field === field)) mapping[field] = heading ?? '';
    }
    onChange(mapping);
  };
  return (
    <div className="flex flex-col gap-3">
      {columns.map((column, index) =>
        column.why === 'forbidden' || column.heading === '' ? null : (
          <Select
            key={index}
            label={<bdi className="font-mono text-xs">{column.heading}</bdi>}
            value={chosenFields[index] ?? ''}
            none={t('notRead')}
            options={importFields.map((field) => [field, t(`field.${field}`)])}
            onValue={(value) => choose(index, importFields.find((field) => field === value) ?? null)}
          />
        ),
      )}
      <Button text={t('changeDone')} busy={busy} onClick={send} />
    </div>
  );
}
