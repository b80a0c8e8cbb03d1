import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';

const DroppedStatement = lazy(async () => ({
  default: (await import('#client/features/payouts/admin/statements/DroppedStatement.tsx')).DroppedStatement,
}));

/** How files of a bank are named. */
const statementName = /\.(xml|sta|mt940|940|txt|csv)$/i;
const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
/** Fields and areas that take a file themselves. */
const isFileField = ({ target }: DragEvent) => target instanceof HTMLInputElement && target.type === 'file';
const hasOpenDialog = () => document.querySelector('dialog[open]') !== null;

/**
 * A bank's file may be dropped on every page of who may read the books: it is shown, and nothing of it is stored. Over a dialog
 * that is open, and for other members, no file is taken; the page stays all the same.
 */
export function StatementDrop() {
  return useMay()('books.read') ? <DropPlace /> : <PageGuard />;
}

function PageGuard() {
  useFileDrop();
  return null;
}

function DropPlace() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const isOver = useFileDrop((dropped) => {
    if (statementName.test(dropped.name)) setFile(dropped);
    else toast({ title: t('drop.otherFile', { name: dropped.name }), text: t('drop.kinds') });
  });
  const imported = (id: string) => {
    setFile(undefined);
    void navigate(`/admin/statements?statement=${id}`);
  };
  return (
    <>
      {isOver && (
        <section
          aria-label={t('drop.title')}
          className="pointer-events-none fixed inset-4 z-20 flex flex-col items-center justify-center gap-1 rounded-card border-2 border-dashed border-tide bg-raised p-6 text-center"
        >
          <p className="text-lg font-semibold">{t('drop.title')}</p>
          <p className="text-muted">{t('drop.kinds')}</p>
          <p className="text-muted">{t('drop.text')}</p>
        </section>
      )}
      <Suspense>
        {file && <DroppedStatement file={file} onImported={imported} onClose={() => setFile(undefined)} />}
      </Suspense>
    </>
  );
}

/**
 * True while a file is dragged over the window that `onDrop` would get. No file that is dropped on the page makes the browser
 * leave it for that file.
 */
function useFileDrop(onDrop?: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    /** True where the drop is this one's to answer: no area of its own has, and no field for files would. */
    const isOurs = (event: DragEvent) => carriesFile(event) && !event.defaultPrevented && !isFileField(event);
    const isTaken = () => onDrop !== undefined && !hasOpenDialog();
    const over = (event: DragEvent) => {
      const takes = isOurs(event) && isTaken();
      setOver(takes);
      if (!isOurs(event)) return;
      event.preventDefault();
      if (!takes && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file && isTaken()) onDrop?.(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  });
  return isOver;
}
