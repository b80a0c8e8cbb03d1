import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useFileDrop } from '#client/lib/browser/useFileDrop.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { DropPlace } from '#client/ui/layout/DropPlace.tsx';
import { maxFileBytes } from '#shared/files/files.rules.ts';

const StatementDialog = lazy(async () => ({
  default: (await import('./StatementDialog.tsx')).StatementDialog,
}));

/** Matches the names of bank statement files. */
const statementName = /\.(xml|sta|mt940|940|txt|csv)$/i;
/**
 * Shows a bank's file that is dropped on any page, to members who may read the books; stores nothing. No file is taken
 * over an open dialog, and the page of imports takes its own.
 */
export function StatementDrop() {
  const may = useMay();
  const { pathname } = useLocation();
  if (pathname === '/admin/imports' && may('users.write')) return null;
  return may('books.read') ? <StatementPlace /> : <PageGuard />;
}

function PageGuard() {
  useFileDrop();
  return null;
}

function StatementPlace() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const isOver = useFileDrop((dropped) => {
    if (statementName.test(dropped.name)) setFile(dropped);
    else
      toast({
        title: t('drop.otherFile', { name: dropped.name }),
        text: t('drop.kinds', { size: formatBytes(maxFileBytes) }),
      });
  });
  const onImported = (id: string) => {
    setFile(undefined);
    void navigate(`/admin/statements?statement=${id}`);
  };
  return (
    <>
      {isOver && (
        <DropPlace title={t('drop.title')}>
          <p className="text-muted">{t('drop.kinds', { size: formatBytes(maxFileBytes) })}</p>
          <p className="text-muted">{t('drop.text')}</p>
        </DropPlace>
      )}
      <Suspense>
        {file && <StatementDialog file={file} onImported={onImported} onClose={() => setFile(undefined)} />}
      </Suspense>
    </>
  );
}
