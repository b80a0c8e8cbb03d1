import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { ReadyTextArea, type SentenceList } from '#client/ui/form/ReadyTextArea.tsx';
import { DayField } from '../components/DayField.tsx';
import type { reviewForm } from '../components/kyc.form.ts';
import type { useDecision } from './kyc.admin.queries.ts';

const goodNotes = ['agrees', 'selfieAgrees'] as const;
const badNotes = ['blurred', 'cutOff', 'glare', 'name', 'expired', 'selfie'] as const;

/** The form that the buttons of the decision submit. */
export const reviewFormId = 'kyc-review';
/** The form values before and after parsing. */
export type TypedNotes = z.input<typeof reviewForm>;
export type ReviewNotes = z.output<typeof reviewForm>;

export interface NotesFieldProps {
  form: UseFormReturn<TypedNotes, unknown, ReviewNotes>;
  onApprove: (notes: ReviewNotes) => void;
  decision: ReturnType<typeof useDecision>;
}

/** Ready sentences for the notes, those of an approval first. */
export function useReviewSentences(): readonly SentenceList[] {
  const { t } = useTranslation('kyc.admin');
  const wordingOf = useReadyTexts();
  const sentencesOf = (names: readonly (typeof goodNotes | typeof badNotes)[number][]) =>
    names.map((name) => ({
      label: t(`sentence.${name}.word`),
      text: wordingOf(`kyc.${name}`, t(`sentence.${name}.text`)),
    }));
  return [
    { label: t('sentence.toApprove'), list: sentencesOf(goodNotes) },
    { label: t('sentence.toReject'), list: sentencesOf(badNotes) },
  ];
}

/** The reason for the decision, which the customer reads, and how long the document is valid. */
export function NotesField({ form, onApprove, decision }: NotesFieldProps) {
  const { t } = useTranslation('kyc.admin');
  const sentences = useReviewSentences();
  const isTableLayout = useTableLayout();
  return (
    <ShortForm
      id={reviewFormId}
      form={form}
      className="pointer-fine:[&_textarea]:py-2 pointer-fine:[&_textarea]:text-sm flex flex-col gap-4"
      onSubmit={onApprove}
      error={decision.error}
    >
      <ReadyTextArea
        form={form}
        name="notes"
        label={t('notes')}
        hint={t('notesHint')}
        // A foot of the pane would cut the third at 900 px.
        rows={isTableLayout ? 2 : 3}
        // On a phone they stand at the buttons.
        sentences={isTableLayout ? sentences : []}
      />
      <Controller
        control={form.control}
        name="expiresOn"
        render={(props) => <DayField legend={t('expiresOn')} hint={t('expiresOnHint')} {...props} />}
      />
    </ShortForm>
  );
}
