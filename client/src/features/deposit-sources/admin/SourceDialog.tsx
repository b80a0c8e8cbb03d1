import type { ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { useSourceWrite } from '../deposit-sources.admin.queries.ts';

/** The number that was typed. */
export const asNumber = { setValueAs: (typed: unknown) => Number(typed) };

const proof = z.object(credentials);

interface SourceDialogProps<Values extends z.input<typeof proof>, Parsed extends z.output<typeof proof>> {
  form: UseFormReturn<Values, unknown, Parsed>;
  title: string;
  send: (stepUp: string, values: Omit<Parsed, 'password' | 'code'>) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** A source that is added or changed, with the password given again; last what happens where no address is free. */
export function SourceDialog<Values extends z.input<typeof proof>, Parsed extends z.output<typeof proof>>({
  form,
  title,
  send,
  onClose,
  children,
}: SourceDialogProps<Values, Parsed>) {
  const { t } = useTranslation('deposit-sources.admin');
  const write = useSourceWrite();
  const field = useFields(form);
  return (
    <StepUpFormDialog
      form={form}
      title={title}
      confirm={t('save')}
      failed={t('failedSave')}
      onProven={async (stepUp, { password: _password, code: _code, ...values }) => {
        await write(() => send(stepUp, values));
        toast({ title: t('saved'), tone: 'done' });
      }}
      onClose={onClose}
    >
      {children}
      <Select label={t('whenEmpty')} {...field('whenEmpty' as FieldPath<Values>)}>
        {whenEmptyChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`empty.${choice}`)}
          </option>
        ))}
      </Select>
    </StepUpFormDialog>
  );
}
