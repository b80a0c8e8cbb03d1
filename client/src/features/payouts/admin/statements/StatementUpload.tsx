import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Params } from '#shared/kernel/reason.ts';
import { ignoreStatementLine, type ImportedStatement } from '#shared/payouts/payouts.statements.contract.ts';
import { accountsQuery, profilesQuery } from '../../payouts.queries.ts';
import { useImport } from './payouts.statements.queries.ts';

/** The file that is chosen, and what is asked before it can be imported. */
function useUpload(onImported: (statementId: string) => void) {
  const { t } = useTranslation('payouts.statements');
  const [file, setFile] = useState<File>();
  const [gap, setGap] = useState<Params>();
  const [isNameless, setIsNameless] = useState(false);
  const action = useImport();
  const close = () => {
    action.reset();
    setGap(undefined);
    setIsNameless(false);
  };
  const choose = (chosen: File | undefined) => {
    close();
    setFile(chosen);
  };
  const send = (fields: { accountId: string; profileId?: string; reason?: string }, isConfirmed = isNameless) => {
    if (!file || !fields.accountId || action.isPending) return;
    const confirmed = isConfirmed && ({ accountConfirmed: 'true' } as const);
    const done = (imported: ImportedStatement) => {
      const { isNew, added, known } = imported;
      const title = isNew ? t('imported', { added, known }) : t('importedBefore');
      toast({ title, text: leftOutOf(imported, t) });
      setGap(undefined);
      setIsNameless(false);
      onImported(imported.id);
    };
    const refused = (error: Error) => {
      setGap((before) => gapOf(error) ?? before);
      setIsNameless((before) => before || isNamelessFile(error));
    };
    action.mutate(
      { fields: { ...fields, ...confirmed }, files: { statement: file } },
      { onSuccess: done, onError: refused },
    );
  };
  return { file, choose, gap, isNameless, action, close, send };
}

/** Imports a file of the bank for one of our accounts. */
export function StatementUpload({ onImported }: { onImported: (statementId: string) => void }) {
  const { t } = useTranslation('payouts.statements');
  const { data: accounts } = useQuery(accountsQuery);
  const { data: profiles } = useQuery(profilesQuery);
  const [accountId, setAccountId] = useState('');
  const [profileId, setProfileId] = useState('');
  const { file, choose, gap, isNameless, action, close, send } = useUpload(onImported);
  const own = accounts?.find(({ id }) => id === accountId) ?? accounts?.[0];
  const layouts = profiles?.filter(({ direction }) => direction === 'statement') ?? [];
  const fields = { accountId: own?.id ?? '', ...(profileId && { profileId }) };
  if (accounts?.length === 0) return <p className="card p-4 text-sm text-muted">{t('noAccount')}</p>;
  return (
    <section className="flex flex-col gap-4 card p-4 sm:p-5">
      <h2 className="text-base">{t('import')}</h2>
      <div className="grid gap-4 md:grid-cols-3">
        <Select label={t('account')} value={own?.id ?? ''} onValue={setAccountId}>
          {accounts?.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name} ({currency})
            </option>
          ))}
        </Select>
        <Select
          label={t('layout')}
          optional
          value={profileId}
          onValue={setProfileId}
          none={t('recognised')}
          options={layouts.map(({ id, name }) => [id, name])}
        />
        <TextInput
          type="file"
          label={t('file')}
          accept=".xml,.sta,.mt940,.940,.txt,.csv"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </div>
      {action.error && !gap && !isNameless && <AdminProblem error={action.error} title={t('failed.import')} />}
      <SendButton
        text={t('importNow')}
        variant="filled"
        className="self-start"
        busy={action.isPending}
        missing={file ? undefined : t('fileFirst')}
        onClick={() => send(fields)}
      />
      {gap && <GapDialog gap={gap} by={action} onSend={(reason) => send({ ...fields, reason })} onClose={close} />}
      {isNameless && !gap && (
        <AccountDialog account={own} by={action} onConfirm={() => send(fields, true)} onClose={close} />
      )}
    </section>
  );
}

/** The balances of a refusal that asks for a reason; undefined for any other. */
const gapOf = (error: unknown): Params | undefined =>
  error instanceof CallError && error.reason === 'balance_gap' ? error.params : undefined;

/** True of the refusal of a file that does not say of which account it is. */
const isNamelessFile = (error: unknown): boolean =>
  error instanceof CallError && error.reason === 'statement_no_account';

/** Names the part of a file that was not imported; undefined where all of it was. */
function leftOutOf({ others, leftOut }: ImportedStatement, t: TFunction<'payouts.statements'>): string | undefined {
  const accounts = others.map(({ account, lines }) => `\u2026${account} (${lines})`).join(', ');
  const texts = [accounts && t('others', { others: accounts }), leftOut > 0 && t('leftOut', { leftOut })];
  return texts.filter(Boolean).join(' · ') || undefined;
}

interface AccountDialogProps {
  account: { name: string; currency: string } | undefined;
  by: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks of which account a file is that names none. */
function AccountDialog({ account, by, ...dialog }: AccountDialogProps) {
  const { t } = useTranslation('payouts.statements');
  return (
    <ConfirmDialog
      title={t('ask.account.title')}
      confirm={t('ask.account.yes')}
      by={isNamelessFile(by.error) ? { ...by, error: null } : by}
      failed={t('failed.import')}
      {...dialog}
    >
      <p>{t('ask.account.text', { account: account ? `${account.name} (${account.currency})` : '' })}</p>
    </ConfirmDialog>
  );
}

interface GapDialogProps {
  gap: Params;
  by: { isPending: boolean; error: unknown };
  onSend: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a statement does not continue the others of its account. */
function GapDialog({ gap, by, ...dialog }: GapDialogProps) {
  const { t } = useTranslation('payouts.statements');
  const [form, field] = useContractForm(ignoreStatementLine.body, { defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={t('ask.gap.title')}
      confirm={t('ask.gap.yes')}
      by={gapOf(by.error) ? { ...by, error: null } : by}
      failed={t('failed.import')}
      onSubmit={({ reason }) => dialog.onSend(reason)}
      onClose={dialog.onClose}
    >
      <p>{t('ask.gap.text', gap)}</p>
      <TextArea label={t('reason')} rows={2} maxLength={2000} {...field('reason')} />
    </FormDialog>
  );
}
