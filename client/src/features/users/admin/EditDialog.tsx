import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Form, useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { userEdit } from '#shared/users/users.admin.contract.ts';
import { useEditUser, userQuery, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

interface EditDialogProps {
  user: PendingAction['user'];
  onClose: () => void;
}

export function EditDialog({ user, onClose }: EditDialogProps) {
  const { t } = useTranslation('users.admin');
  const { data, error, refetch } = useQuery(userQuery(user.id));
  const edit = useEditUser(user.id);
  return (
    <Dialog open title={t('edit.title', { name: user.name })} locked={edit.isPending} onClose={onClose}>
      {data && <Fields user={data} edit={edit} onClose={onClose} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton line="h-64" />}
    </Dialog>
  );
}

interface FieldsProps {
  user: AdminUserDetails;
  edit: ReturnType<typeof useEditUser>;
  onClose: () => void;
}

function Fields({ user, edit, onClose }: FieldsProps) {
  const { t } = useTranslation(['users.admin', 'common']);
  const form = useContractForm(userEdit, {
    mode: 'onTouched',
    defaultValues: {
      firstName: user.firstName,
      middleName: user.middleName ?? '',
      lastName: user.lastName,
      // A user without a number need not add one.
      mobileNumber: user.mobileNumber ?? undefined,
    },
  });
  const field = useFields(form);
  const done = () => {
    toast({ title: t('done.edited'), text: user.name, tone: 'done' });
    onClose();
  };
  return (
    <Form
      form={form}
      className="flex flex-col gap-4"
      onSubmit={(values) => edit.mutate(values, { onSuccess: done })}
      error={edit.error}
      errorTitle={t('failed.update')}
    >
      <TextInput label={t('edit.firstName')} autoComplete="off" {...field('firstName')} />
      <TextInput label={t('edit.middleName')} optional autoComplete="off" {...field('middleName')} />
      <TextInput label={t('edit.lastName')} autoComplete="off" {...field('lastName')} />
      <TextInput
        label={t('edit.mobileNumber')}
        optional={user.mobileNumber === null}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...field('mobileNumber')}
      />
      <p className="text-sm text-muted">{t('edit.emailStays', { email: user.email })}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={edit.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" variant="filled" busy={edit.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </Form>
  );
}
