import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { personEdit } from '#shared/users/people.contract.ts';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Form, useFields } from '#client/ui/Form.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Asked } from './DeedDialog.tsx';
import { personQuery, useEditPerson, type DeskPersonDetails } from './people.api.ts';

interface EditDialogProps {
  person: Asked['person'];
  onClose: () => void;
}

/** Mends names and phone number of a person. */
export function EditDialog({ person, onClose }: EditDialogProps) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useQuery(personQuery(person.id));
  const edit = useEditPerson(person.id);
  return (
    <Dialog open title={t('edit.title', { name: person.name })} locked={edit.isPending} onClose={onClose}>
      {data && <Fields person={data} edit={edit} onClose={onClose} />}
      {error && <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <Bone className="h-64" />
        </Skeleton>
      )}
    </Dialog>
  );
}

interface FieldsProps {
  person: DeskPersonDetails;
  edit: ReturnType<typeof useEditPerson>;
  onClose: () => void;
}

function Fields({ person, edit, onClose }: FieldsProps) {
  const { t } = useTranslation(['people', 'common']);
  const form = useForm({
    resolver: zodResolver(personEdit),
    mode: 'onTouched',
    defaultValues: {
      firstName: person.firstName,
      middleName: person.middleName ?? '',
      lastName: person.lastName,
      // Whoever has no number is not made to get one.
      mobileNumber: person.mobileNumber ?? undefined,
    },
  });
  const field = useFields(form);
  const done = () => {
    toast({ title: t('done.edited'), text: person.name, tone: 'done' });
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
        optional={person.mobileNumber === null}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...field('mobileNumber')}
      />
      <p className="text-sm text-muted">{t('edit.emailStays', { email: person.email })}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={edit.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" look="filled" busy={edit.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </Form>
  );
}
