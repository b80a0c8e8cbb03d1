import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { TextLink } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Params } from '#shared/kernel/reason.ts';
import { ignoreStatementLine } from '#shared/payouts/payouts.statements.contract.ts';
import { accountsQuery, profilesQuery } from '../../payouts.queries.ts';
import { useImport, usePreview, type ImportedFile, type Preview } from './payouts.statements.queries.ts';
import { leftOutOf, StatementPreview } from './StatementPreview.tsx';

interface StatementUploadProps {
  file: File;
  onImported: (statementId: string) => void;
  /** False for members who may only read it. */
  mayImport: boolean;
  /** Wraps the content of the file, and the button that imports it, which is in a foot. */
  frame: (upload: ReactNode, button: ReactNode) => ReactNode;
}

/** Reads a file, and asks for the input that its import needs. */
function useUpload({ file, onImported }: Pick<StatementUploadProps, 'file' | 'onImported'>) {
  const { t } = useTranslation('payouts.statements');
  const [namedChoice, setNamedChoice] = useState<{ accountId?: string; profileId?: string }>({});
  const [gap, setGap] = useState<Params>();
  const [isNameless, setIsNameless] = useState(false);
  const preview = usePreview();
  const { mutate: show } = preview;
  // A chosen file is shown without another press.
  useEffect(() => show({ fields: {}, files: { statement: file } }), [file, show]);
  const action = useImport();
  const close = () => {
    action.reset();
    setGap(undefined);
    setIsNameless(false);
  };
  /** Runs when the member chooses another account or profile than the file names. */
  const change = (fields: typeof namedChoice) => {
    close();
    setNamedChoice({ ...namedChoice, ...fields });
    show({ fields: { ...namedChoice, ...fields }, files: { statement: file } });
  };
  const showImported = (importedFile: ImportedFile) => {
    const { isNew, added, known } = importedFile;
    const title = isNew ? t('imported', { added, known }) : t('importedBefore');
    toast({ title, text: leftOutOf(importedFile, t) });
    setGap(undefined);
    setIsNameless(false);
    onImported(importedFile.id);
  };
  const showRefusal = (error: Error) => {
    setGap((currentGap) => gapOf(error) ?? currentGap);
    setIsNameless((isCurrentlyNameless) => isCurrentlyNameless || isNamelessFile(error));
  };
  const send = (input: { accountId: string; profileId?: string; reason?: string }, isConfirmed = isNameless) => {
    if (!input.accountId || action.isPending) return;
    const { data } = preview;
    // The file names no account, not even a foreign one. If a layout is given, the server does not ask.
    const isNamed = data ? data.account !== null || data.others.length > 0 : !input.profileId;
    if (!isNamed && !isConfirmed) return setIsNameless(true);
    const confirmation = isConfirmed && ({ accountConfirmed: 'true' } as const);
    const form = { fields: { ...input, ...confirmation }, files: { statement: file } };
    action.mutate(form, { onSuccess: showImported, onError: showRefusal });
  };
  return { named: namedChoice, change, preview, gap, isNameless, action, close, send };
}

/** The number of lines that a file would add; undefined if it has none, or if they were not compared yet. */
const newLinesOf = ({ count, found }: Preview) => (count === 0 || !found ? undefined : count - found.known);

/** The format that the name of a file promises, until it is read. */
const formatOf = ({ name }: File) => (/\.(xml|sta|mt940|940)$/i.test(name) ? undefined : 'csv');

/** Imports a bank's file for one of our accounts: its content is shown before any of it is stored. */
export function StatementUpload({ mayImport, frame, ...upload }: StatementUploadProps) {
  const { t } = useTranslation('payouts.statements');
  const { data: accounts } = useQuery(accountsQuery);
  const { data: profiles } = useQuery(profilesQuery);
  const { named, change, preview, gap, isNameless, action, close, send } = useUpload(upload);
  const profileFieldId = useId();
  const shownPreview = preview.data;
  const ownAccount = accounts?.find(({ id }) => id === (named.accountId ?? shownPreview?.account?.id)) ?? accounts?.[0];
  const profileId = named.profileId ?? shownPreview?.profileId ?? '';
  const changeProfile = (id: string) => change(id ? { profileId: id } : { profileId: undefined });
  const statementProfiles = profiles?.filter(({ direction }) => direction === 'statement') ?? [];
  const fields = { accountId: ownAccount?.id ?? '', ...(profileId && { profileId }) };
  const needsProfile = shownPreview !== undefined && (shownPreview.layout !== null || shownPreview.missing.length > 0);
  // Only a table needs a profile; other formats name their own fields.
  const showsProfiles = needsProfile || profileId !== '' || (shownPreview?.format ?? formatOf(upload.file)) === 'csv';
  const lines = needsProfile || !shownPreview ? undefined : newLinesOf(shownPreview);
  const importing = mayImport && (
    <SendButton
      text={lines ? t('importLines', { count: lines }) : t('importNow')}
      variant={action.isSuccess ? undefined : 'filled'}
      busy={action.isPending}
      disabled={preview.isPending}
      missing={needsProfile ? t('layoutFirst') : undefined}
      onMissing={() => document.getElementById(profileFieldId)?.focus()}
      onClick={() => send(fields)}
    />
  );
  if (accounts?.length === 0) return frame(<NoAccount />, undefined);
  return frame(
    <section className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-flow-col sm:auto-cols-fr">
        <Select label={t('account')} value={ownAccount?.id ?? ''} onValue={(id) => change({ accountId: id })}>
          {accounts?.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name} ({currency})
            </option>
          ))}
        </Select>
        {showsProfiles && (
          <Select
            id={profileFieldId}
            label={t('layout')}
            optional
            value={profileId}
            onValue={changeProfile}
            none={t('recognised')}
            options={statementProfiles.map(({ id, name }) => [id, name])}
          />
        )}
      </div>
      {preview.isPending && <Skeleton line="h-24 rounded-card" />}
      {preview.error && !action.error && <AdminProblem error={preview.error} title={t('failed.read')} />}
      {shownPreview && <StatementPreview preview={shownPreview} onSaved={changeProfile} />}
      {/* The days and balances are stored too: a file of known lines can close a gap. */}
      {lines === 0 && <p className="text-sm text-muted">{t('nothingNew')}</p>}
      {action.error && !gap && !isNameless && <AdminProblem error={action.error} title={t('failed.import')} />}
      {gap && <GapDialog gap={gap} by={action} onSend={(reason) => send({ ...fields, reason })} onClose={close} />}
      {isNameless && !gap && (
        <AccountDialog account={ownAccount} by={action} onConfirm={() => send(fields, true)} onClose={close} />
      )}
    </section>,
    importing,
  );
}

/** Says that a statement needs an account that money is paid from, with a link to add one. */
export function NoAccount() {
  const { t } = useTranslation('payouts.statements');
  const may = useMay();
  return (
    <p className="flex flex-wrap items-center gap-x-3 card p-4 text-sm text-muted">
      {t('noAccount')}
      {may('settings.write') && <TextLink to="/admin/payouts?tab=accounts">{t('addAccount')}</TextLink>}
    </p>
  );
}

/** The balances of a refusal that asks for a reason; undefined for any other. */
const gapOf = (error: unknown): Params | undefined =>
  error instanceof CallError && error.reason === 'balance_gap' ? error.params : undefined;

/** True for the refusal of a file that names no account. */
const isNamelessFile = (error: unknown): boolean =>
  error instanceof CallError && error.reason === 'statement_no_account';

interface AccountDialogProps {
  account: { name: string; currency: string } | undefined;
  by: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for the account of a file that names none. */
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
      <TextArea label={t('reason')} rows={2} {...field('reason')} />
    </FormDialog>
  );
}
