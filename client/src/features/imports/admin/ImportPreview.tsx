import { clsx } from 'clsx';
import { ArrowLeft, CircleCheck, CircleX, Download, Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileDrop } from '#client/lib/browser/useFileDrop.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilePick } from '#client/ui/form/FilePick.tsx';
import { shownProblems } from '#shared/imports/imports.fields.ts';
import { ApplyCard } from './ApplyCard.tsx';
import { ColumnsCard } from './ColumnsCard.tsx';
import { useCheckImport, useDropImport, useSaveProblems, type ImportDetails, type Mapping } from './imports.queries.ts';
import { ProblemTable } from './ProblemTable.tsx';

interface PreviewProps {
  importDetails: ImportDetails;
  file: File | undefined;
  onFile: (file: File) => void;
  onOpen: (id: string | undefined) => void;
}

/**
 * The result of a file, before and after it is applied: its counts, the lines with a problem, and the field of each
 * column.
 */
export function ImportPreview({ importDetails, file, onFile, onOpen }: PreviewProps) {
  const { t } = useTranslation('imports.admin');
  const check = useCheckImport();
  useFileDrop();
  const isOpen = importDetails.state === 'checked';
  const checkFile = (csv: File, mapping?: Mapping) => {
    const fields = { kind: importDetails.kind, ...(mapping && { mapping: JSON.stringify(mapping) }) };
    check.mutate(
      { fields, files: { csv } },
      {
        onSuccess: ({ id }) => {
          onFile(csv);
          onOpen(id);
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-5">
      <FileHead importDetails={importDetails} onClose={() => onOpen(undefined)} />
      <Counts importDetails={importDetails} />
      <AdminProblem error={check.error} title={t('failed.read')} />
      <div className={clsx('grid items-start gap-6', isOpen && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <Problems importDetails={importDetails} busy={check.isPending} onCorrected={checkFile} />
        <div className="flex flex-col gap-4">
          <ColumnsCard
            columns={importDetails.columns}
            isFolded={!isOpen}
            onChange={isOpen && file ? (mapping) => checkFile(file, mapping) : undefined}
            missingFile={isOpen && !file ? { name: importDetails.fileName, onFile } : undefined}
            busy={check.isPending}
          />
          {isOpen && <ApplyCard shown={importDetails} />}
        </div>
      </div>
    </div>
  );
}

/** The file with its form, the way back to all imports, and the end of one that was not applied. */
function FileHead({ importDetails, onClose }: { importDetails: ImportDetails; onClose: () => void }) {
  const { t } = useTranslation('imports.admin');
  const drop = useDropImport(importDetails.id);
  const { fileName, rows, separator, encoding, madeAt, appliedAt } = importDetails;
  const reportDropped = () => {
    toast({ title: t('dropped') });
    onClose();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" icon={<ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />} onClick={onClose}>
          {t('toList')}
        </Button>
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg">
            <bdi className="wrap-anywhere">{fileName}</bdi>
          </h2>
          <p className="text-sm text-muted">
            {t('lines', { total: formatNumber(rows) })}
            {' · '}
            {t('format', { separator: t(`separator.${separatorNames[separator] ?? 'comma'}`), encoding })}
            {' · '}
            <Time at={appliedAt ?? madeAt} />
          </p>
        </div>
        {importDetails.state === 'checked' && (
          <Button
            text={t('drop')}
            variant="ghost"
            size="small"
            busy={drop.isPending}
            onClick={() => drop.mutate(undefined, { onSuccess: reportDropped })}
          />
        )}
      </div>
      <AdminProblem error={drop.error} title={t('failed.drop')} />
    </div>
  );
}

function Counts({ importDetails: { ready, created, same, skipped } }: { importDetails: ImportDetails }) {
  const { t } = useTranslation('imports.admin');
  return (
    <dl className="grid grid-cols-3 divide-x divide-line card rtl:divide-x-reverse">
      <CountCell
        label={t(created === null ? 'ready' : 'recentColumn.made')}
        icon={<CircleCheck className="size-4 text-completed" />}
      >
        {formatNumber(created ?? ready)}
      </CountCell>
      <CountCell label={t('same')}>{formatNumber(same)}</CountCell>
      <CountCell label={t('skipped')} icon={skipped > 0 && <CircleX className="size-4 text-rejected" />}>
        {formatNumber(skipped)}
      </CountCell>
    </dl>
  );
}

const separatorNames: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'pipe'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

function CountCell({ label, icon, children }: { label: ReactNode; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-between p-3 sm:p-4">
      <dt className="flex items-start gap-1.5 text-xs text-muted [&>svg]:shrink-0">
        {icon}
        {label}
      </dt>
      <dd className="text-xl font-semibold">{children}</dd>
    </div>
  );
}

interface ProblemsProps {
  importDetails: ImportDetails;
  busy: boolean;
  onCorrected: (file: File) => void;
}

function Problems({ importDetails, busy, onCorrected }: ProblemsProps) {
  const { t } = useTranslation('imports.admin');
  const save = useSaveProblems(importDetails.id);
  const pick = useRef<HTMLDivElement>(null);
  const keysOn = useShortcutSwitch().isOn;
  useShortcutKeys('screen', { u: () => pick.current?.querySelector('input')?.click() }, keysOn);
  const { problems, ready, skipped, state } = importDetails;
  // Opening another file first would leave the ready lines of this one behind.
  const isWaiting = state === 'checked' && ready > 0;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{t('problems')}</h3>
        <div
          ref={pick}
          className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:flex-col-reverse max-sm:items-stretch"
        >
          {skipped > 0 && (
            <Button
              text={t('asCsv')}
              size="small"
              variant="ghost"
              icon={<Download className="size-4" />}
              busy={save.isPending}
              onClick={() => save.mutate()}
            />
          )}
          {skipped > 0 && !isWaiting && (
            <FilePick
              text={busy ? t('reading') : t('corrected')}
              icon={<Upload className="size-4" />}
              accept=".csv,.txt,text/csv"
              className="min-h-9 justify-center bg-tide px-3 text-sm font-semibold text-on-tide hover:bg-tide-hover"
              onPick={([file]) => file && onCorrected(file)}
            />
          )}
        </div>
      </div>
      {skipped > 0 && isWaiting && <p className="text-sm text-muted">{t('correctedLater')}</p>}
      <AdminProblem error={save.error} title={t('failed.load')} />
      {problems.length === 0 ? (
        <p className="text-sm text-muted">{t('noProblems')}</p>
      ) : (
        <ProblemTable problems={problems} />
      )}
      {problems.length >= shownProblems && (
        <p className="text-xs text-muted">{t('problemsShown', { total: formatNumber(shownProblems) })}</p>
      )}
    </section>
  );
}
