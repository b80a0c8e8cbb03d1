import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { CallError } from '#client/lib/api/call.ts';
import { formatYears } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { deletionOf } from '#shared/users/users.admin.contract.ts';
import { useDeleteUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

interface DeleteDialogProps {
  user: PendingAction['user'];
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a user for good, once their address was typed. The server compares it again. */
export function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('users.admin');
  const form = useContractForm(deletionOf(user.email), { defaultValues: { email: '' } });
  const field = useFields(form);
  const remove = useDeleteUser(user.id);
  const years = useQuery(settingsQuery).data?.limits.retentionYears ?? 0;
  const done = () => {
    toast({ title: t('done.deleted'), tone: 'done' });
    onDeleted();
  };
  return (
    <FormDialog
      danger
      form={form}
      title={t('delete.title', { name: user.name })}
      confirm={t('delete.confirm', { name: user.name })}
      busy={remove.isPending}
      error={remove.error}
      failed={t('failed.delete')}
      remedy={hasOpenOrders(remove.error) ? <OpenOrdersLink email={user.email} /> : undefined}
      onSubmit={({ email }) => remove.mutate(email, { onSuccess: done })}
      onClose={onClose}
    >
      <Note tone="danger">{t('delete.warning')}</Note>
      <p>{t('delete.anonymous')}</p>
      {years > 0 && <p>{t('delete.retained', { period: formatYears(years) })}</p>}
      <TextInput
        label={t('delete.type', { email: user.email })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...field('email')}
      />
    </FormDialog>
  );
}

/** Whether open orders are what the deletion was refused for. */
function hasOpenOrders(error: unknown): boolean {
  return error instanceof CallError && error.reason === 'orders_open';
}

function OpenOrdersLink({ email }: { email: string }) {
  const { t } = useTranslation('users.admin');
  return (
    <Link
      to={`/admin/transactions?q=${encodeURIComponent(email)}`}
      className="inline-flex min-h-6 items-center text-link"
    >
      {t('delete.openOrders')}
    </Link>
  );
}
