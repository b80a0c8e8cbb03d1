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
/** A dialog that is open, and a place for files of its own, take what is dropped on them. */
const isTaken = (event: DragEvent) => event.defaultPrevented || document.querySelector('dialog[open]') !== null;

/** A bank's file may be dropped on every page of who may read the books: it is shown, and nothing of it is stored. */
export function StatementDrop() {
  return useMay()('books.read') && <DropPlace />;
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

/** True while a file is dragged over the window; `onDrop` gets what is dropped outside of any other place for it. */
function useFileDrop(onDrop: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      const isOurs = !isTaken(event);
      setOver(isOurs);
      // Without it the browser would leave for the file.
      if (isOurs) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || isTaken(event)) return;
      event.preventDefault();
      onDrop(file);
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
