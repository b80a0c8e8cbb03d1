import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';
import { CannedTextArea } from '#client/ui/form/CannedTextArea.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import type { useVerdict, Verdict } from './kyc.admin.queries.ts';

const good = ['agrees', 'selfieAgrees'] as const;
const bad = ['blurred', 'cutOff', 'glare', 'name', 'expired', 'selfie'] as const;

/** The form that the buttons of the verdict submit. */
export const reviewFormId = 'kyc-review';
export type ReviewNotes = Pick<Verdict, 'notes' | 'expiresOn'>;

export interface NotesFieldProps {
  form: UseFormReturn<ReviewNotes, unknown, ReviewNotes>;
  onApprove: (notes: ReviewNotes) => void;
  verdict: ReturnType<typeof useVerdict>;
}

/** The reason for the decision, which the customer reads, and how long the document is valid. */
export function NotesField({ form, onApprove, verdict }: NotesFieldProps) {
  const { t } = useTranslation('kyc.admin');
  const field = useFields(form);
  const wordingOf = useReadyTexts();
  const list = [...good, ...bad].map((name) => ({
    label: t(`sentence.${name}.word`),
    text: wordingOf(`kyc.${name}`, t(`sentence.${name}.text`)),
  }));
  return (
    <ShortForm
      id={reviewFormId}
      form={form}
      className="pointer-fine:[&_textarea]:py-2 pointer-fine:[&_textarea]:text-sm flex flex-col gap-4"
      onSubmit={onApprove}
      error={verdict.error}
    >
      <CannedTextArea
        form={form}
        name="notes"
        label={t('notes')}
        hint={t('notesHint')}
        maxLength={2000}
        rows={3}
        sentences={{ label: t('sentence.label'), list }}
      />
      <TextInput label={t('expiresOn')} hint={t('expiresOnHint')} type="date" optional {...field('expiresOn')} />
    </ShortForm>
  );
}
