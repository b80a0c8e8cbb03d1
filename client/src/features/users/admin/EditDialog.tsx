import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { userEdit } from '#shared/users/users.admin.contract.ts';
import { useEditUser, userQuery, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

/** Changes names or phone number, once they are here. */
export function EditDialog({ user, onClose }: { user: PendingAction['user']; onClose: () => void }) {
  const { data } = useQuery(userQuery(user.id));
  return data && <Edit user={data} onClose={onClose} />;
}

function Edit({ user, onClose }: { user: AdminUserDetails; onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const edit = useEditUser(user.id);
  const { firstName, middleName, lastName, mobileNumber, email } = user;
  const form = useContractForm(userEdit, {
    mode: 'onTouched',
    // A user without a number need not add one.
    defaultValues: { firstName, middleName: middleName ?? '', lastName, mobileNumber: mobileNumber ?? undefined },
  });
  const field = useFields(form);
  const done = () => {
    toast({ title: t('done.edited'), text: user.name, tone: 'done' });
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t('edit.title', { name: user.name })}
      confirm={t('edit.save')}
      busy={edit.isPending}
      error={edit.error}
      failed={t('failed.update')}
      onSubmit={(values) => edit.mutate(values, { onSuccess: done })}
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
      <p className="text-sm text-muted">{t('edit.emailStays', { email })}</p>
    </FormDialog>
  );
}
