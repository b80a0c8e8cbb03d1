import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#client/lib/format/format.ts';
import { Problem, useProblemText } from '#client/ui/feedback/Problem.tsx';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import { StillWorking } from './StillWorking.tsx';
import type { ProofUpload } from './useProofUpload.ts';

interface ProofUploadFieldsProps {
  upload: ProofUpload;
  /** The button that sends the proof, unless the bar of a wizard has it. */
  action?: ReactNode;
}

/** The file that proves a payment, with every failure that can happen while it is sent. */
export function ProofUploadFields({ upload, action }: ProofUploadFieldsProps) {
  const { t } = useTranslation('orders');
  const textOf = useProblemText();
  const { form, formId, error } = upload;
  const fieldTextOf = useFieldErrorText();
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control: form.control, name: 'file' });
  const tooLargeText = `${t('upload.tooLarge')}. ${t('upload.tooLargeText', { size: formatBytes(maxFileBytes) })}`;
  return (
    <ShortForm
      id={formId}
      form={form}
      className="flex flex-col gap-5"
      onSubmit={({ file }) => upload.send(file)}
      error={error}
    >
      <FileDrop
        ref={ref}
        label={t('upload.label')}
        hint={t('upload.hint', { size: formatBytes(maxFileBytes) })}
        kind="imageOrPdf"
        file={value}
        onChange={(file) => {
          upload.reset();
          onChange(file);
        }}
        problemText={(problem) => (problem === 'size' ? tooLargeText : undefined)}
        error={fieldTextOf(fieldState.error)}
        progress={upload.progress}
        action={action}
        onCancel={upload.cancel}
      />
      <Problem
        error={error && (textOf(error) || t('upload.failed'))}
        title={error ? t('upload.failedTitle') : undefined}
      />
      <StillWorking working={upload.isPending} />
    </ShortForm>
  );
}
