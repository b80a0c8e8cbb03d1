import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { accountsQuery, profilesQuery } from '../../payouts.queries.ts';
import { useImport, type Statement } from './payouts.statements.queries.ts';

/** Imports a file of the bank for one of our accounts. */
export function StatementUpload({ onImported }: { onImported: (statementId: string) => void }) {
  const { t } = useTranslation('payouts.statements');
  const { data: accounts } = useQuery(accountsQuery);
  const { data: profiles } = useQuery(profilesQuery);
  const [accountId, setAccountId] = useState('');
  const [profileId, setProfileId] = useState('');
  const [file, setFile] = useState<File>();
  const action = useImport();
  const chosen = accountId || accounts?.[0]?.id || '';
  const layouts = profiles?.filter(({ direction }) => direction === 'statement') ?? [];
  const send = () => {
    if (!file || !chosen || action.isPending) return;
    const fields = { accountId: chosen, ...(profileId && { profileId }) };
    const done = ({ id, isNew, added, known }: Statement) => {
      toast({ title: isNew ? t('imported', { added, known }) : t('importedBefore'), tone: 'done' });
      onImported(id);
    };
    action.mutate({ fields, files: { statement: file } }, { onSuccess: done });
  };
  if (accounts?.length === 0) return <p className="card p-4 text-sm text-muted">{t('noAccount')}</p>;
  return (
    <section className="flex flex-col gap-4 card p-4 sm:p-5">
      <h2 className="text-base">{t('import')}</h2>
      <div className="grid gap-4 md:grid-cols-3">
        <Select label={t('account')} value={chosen} onChange={({ target }) => setAccountId(target.value)}>
          {accounts?.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name} ({currency})
            </option>
          ))}
        </Select>
        <Select label={t('layout')} optional value={profileId} onChange={({ target }) => setProfileId(target.value)}>
          <option value="">{t('recognised')}</option>
          {layouts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          type="file"
          label={t('file')}
          accept=".xml,.sta,.mt940,.940,.txt,.csv"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </div>
      {action.error && <AdminProblem error={action.error} title={t('failed.import')} />}
      <div>
        <Button variant="filled" busy={action.isPending} disabled={!file} onClick={send}>
          {t('importNow')}
        </Button>
      </div>
    </section>
  );
}
