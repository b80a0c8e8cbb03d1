import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { useFileDrop } from '#client/lib/browser/useFileDrop.ts';
import { formatBytes, formatNumber } from '#client/lib/format/format.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Spinner } from '#client/ui/feedback/Spinner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilePick } from '#client/ui/form/FilePick.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { DropPlace } from '#client/ui/layout/DropPlace.tsx';
import { importKinds, maxImportBytes, maxImportRows, type ImportKind } from '#shared/imports/imports.fields.ts';
import { useCheckImport } from './imports.queries.ts';
import { templateOf } from './imports.template.ts';

/**
 * Chooses a file, or takes one that is dropped on the page, and shows its content; it is read at once, and nothing is
 * made.
 */
export function ImportUpload({ onRead }: { onRead: (id: string, file: File) => void }) {
  const { t } = useTranslation('imports.admin');
  const [kind, setKind] = useState<ImportKind>('customers');
  const check = useCheckImport();
  const readFile = ([csv]: readonly File[]) => {
    if (csv && !check.isPending)
      check.mutate({ fields: { kind }, files: { csv } }, { onSuccess: ({ id }) => onRead(id, csv) });
  };
  const isOver = useFileDrop((csv) => readFile([csv]));
  return (
    <section className="flex flex-col gap-4 card p-4 sm:p-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="w-full sm:w-80">
          <Select
            label={t('kind.label')}
            value={kind}
            onValue={(value) => setKind(importKinds.find((option) => option === value) ?? 'customers')}
            options={importKinds.map((value) => [value, t(`kind.${value}`)])}
          />
        </div>
        <FilePick
          text={check.isPending ? t('reading') : t('choose')}
          icon={check.isPending ? <Spinner /> : <Upload className="size-4" />}
          accept=".csv,.txt,text/csv"
          className="min-h-12 justify-center bg-tide px-4 max-sm:w-full font-medium text-on-tide"
          onPick={readFile}
        />
        <Button
          text={t('template')}
          size="small"
          variant="ghost"
          className="min-h-12 max-sm:w-full"
          icon={<Download className="size-4" />}
          onClick={() => saveFile(templateOf(kind, (field) => t(`field.${field}`)))}
        />
      </div>
      <p className="text-sm text-muted">
        {t('hint', { rows: formatNumber(maxImportRows), size: formatBytes(maxImportBytes) })}
      </p>
      {isOver && <DropPlace title={t('dropHere')} />}
      <AdminProblem error={check.error} title={t('failed.read')} />
    </section>
  );
}
