import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { CallError } from '#client/lib/api/call.ts';
import { formatYears } from '#client/lib/format/clock.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast, toastDone } from '#client/ui/feedback/toast.ts';
import { TextLink } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { blockUser, deletionOf, unblockUser, userEdit } from '#shared/users/users.admin.contract.ts';
import { reachText, searchOf } from '../components/reach.ts';
import { useDeleteUser, useEditUser, userQuery, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

/** The dialog of one action on a user: edit, block, unblock or delete. */
export function UserActionDialog(props: PendingAction & { onClose: () => void; onDeleted: () => void }) {
  const { action, user, onClose, onDeleted } = props;
  if (action === 'edit') return <EditDialog user={user} onClose={onClose} />;
  if (action !== 'delete') return <BlockDialog action={action} user={user} onClose={onClose} />;
  const closeAndReport = () => {
    onClose();
    onDeleted();
  };
  return <DeleteDialog user={user} onClose={onClose} onDeleted={closeAndReport} />;
}

const usersRoutes = ['GET /api/admin/users', 'GET /api/admin/users/:id'] as const;

/** Blocks a user, with a reason that only admins see; or unblocks them. */
function BlockDialog({ action, user, onClose }: PendingAction & { onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const { id, name } = user;
  const reason = { label: t('block.reason'), hint: t('block.reasonHint') };
  const question =
    action === 'block'
      ? shown(blockUser, {
          label: t('block.title', { name }),
          confirm: t('block.confirm', { name }),
          danger: true,
          fields: { reason },
          children: <p>{t('block.text')}</p>,
          onDone: () => toast({ title: t('done.blocked'), text: name }),
        })
      : shown(unblockUser, {
          label: t('unblock.title', { name }),
          confirm: t('unblock.confirm', { name }),
          children: <p>{t('unblock.text')}</p>,
          onDone: () => toast({ title: t('done.unblocked'), text: name }),
        });
  return (
    <ContractDialog action={question} row={{ id }} failed={t('failed.update')} reads={usersRoutes} onClose={onClose} />
  );
}

/** Deletes a user for good after their address was typed. The server compares it again. */
function DeleteDialog(props: { user: PendingAction['user']; onClose: () => void; onDeleted: () => void }) {
  const { user, onClose, onDeleted } = props;
  const { t } = useTranslation('users.admin');
  const [form, field] = useContractForm(deletionOf(user), { defaultValues: { email: '' } });
  const remove = useDeleteUser(user.id);
  const years = useQuery(settingsQuery).data?.limits.retentionYears ?? 0;
  const toastSuccess = toastDone({ title: t('done.deleted') }, onDeleted);
  return (
    <FormDialog
      danger
      form={form}
      title={t('delete.title', { name: user.name })}
      confirm={t('delete.confirm', { name: user.name })}
      by={remove}
      failed={t('failed.delete')}
      remedy={hasOpenOrders(remove.error) ? <OpenOrdersLink search={searchOf(user)} /> : undefined}
      onSubmit={({ email }) => remove.mutate(email, { onSuccess: toastSuccess })}
      onClose={onClose}
    >
      <Note tone="danger">{t('delete.warning')}</Note>
      <p>{t('delete.anonymous')}</p>
      {years > 0 && <p>{t('delete.retained', { period: formatYears(years) })}</p>}
      <TextInput
        label={t('delete.type', { email: reachText(user) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={user.email === null ? 'tel' : 'email'}
        {...field('email')}
      />
    </FormDialog>
  );
}

/** True if open orders are the reason why the deletion was refused. */
function hasOpenOrders(error: unknown): boolean {
  return error instanceof CallError && error.reason === 'orders_open';
}

function OpenOrdersLink({ search }: { search: string }) {
  const { t } = useTranslation('users.admin');
  return <TextLink to={`/admin/transactions?q=${search}`}>{t('delete.openOrders')}</TextLink>;
}

/** Changes names or phone number, once the user is loaded. */
function EditDialog({ user, onClose }: { user: PendingAction['user']; onClose: () => void }) {
  const { data } = useQuery(userQuery(user.id));
  return data && <Edit user={data} onClose={onClose} />;
}

function Edit({ user, onClose }: { user: AdminUserDetails; onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const edit = useEditUser(user.id);
  const { firstName, middleName, lastName, mobileNumber, email, customerState } = user;
  const isBrought = customerState !== 'active';
  const [form, field] = useContractForm(userEdit, {
    mode: 'onTouched',
    // A user without a number may leave it empty.
    defaultValues: {
      firstName,
      middleName: middleName ?? '',
      lastName,
      mobileNumber: mobileNumber ?? undefined,
      ...(isBrought && { email: email ?? undefined }),
    },
  });
  const toastSuccess = toastDone({ title: t('done.edited'), text: user.name }, onClose);
  return (
    <FormDialog
      form={form}
      title={t('edit.title', { name: user.name })}
      confirm={t('edit.save')}
      by={edit}
      failed={t('failed.update')}
      onSubmit={(values) => edit.mutate(values, { onSuccess: toastSuccess })}
      onClose={onClose}
    >
      <TextInput label={t('edit.firstName')} autoComplete="off" {...field('firstName')} />
      <TextInput label={t('edit.middleName')} optional autoComplete="off" {...field('middleName')} />
      <TextInput label={t('edit.lastName')} autoComplete="off" {...field('lastName')} />
      <TextInput
        label={t('edit.mobileNumber')}
        optional={mobileNumber === null}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...field('mobileNumber')}
      />
      {isBrought ? (
        <TextInput
          label={t('edit.email')}
          optional={email === null}
          type="email"
          inputMode="email"
          autoComplete="off"
          hint={t('edit.emailBrought')}
          {...field('email')}
        />
      ) : (
        <p className="text-sm text-muted">{t('edit.emailStays', { email: reachText(user) })}</p>
      )}
    </FormDialog>
  );
}
