import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { CannedSentences } from '#client/ui/form/CannedSentences.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import type { useVerdict } from './kyc.admin.queries.ts';

const good = ['agrees', 'selfieAgrees'] as const;
const bad = ['blurred', 'cutOff', 'glare', 'name', 'expired', 'selfie'] as const;

interface NotesFieldProps {
  id: string;
  notes: string;
  isMissing: boolean;
  onNotes: (notes: string) => void;
  verdict: ReturnType<typeof useVerdict>;
}

/** The reason for the decision, which the customer reads. */
export function NotesField({ id, notes, isMissing, onNotes, verdict }: NotesFieldProps) {
  const { t } = useTranslation('kyc.admin');
  const [sent, setSent] = useState(notes);
  if (verdict.isPending && sent !== notes) setSent(notes);
  // An error on this text disappears once the text is edited.
  const { notes: refused } = useFieldErrors(sent === notes ? verdict.error : null);
  const sentences = [...good, ...bad].map((name) => ({
    word: t(`sentence.${name}.word`),
    text: t(`sentence.${name}.text`),
  }));
  return (
    <div className="flex flex-col gap-2 pointer-fine:[&_textarea]:py-2 pointer-fine:[&_textarea]:text-sm">
      <TextArea
        id={id}
        label={t('notes')}
        hint={t('notesHint')}
        error={isMissing ? t('missing') : refused}
        maxLength={2000}
        rows={3}
        value={notes}
        onChange={({ target }) => onNotes(target.value)}
      />
      <CannedSentences label={t('sentence.label')} sentences={sentences} text={notes} onChange={onNotes} />
    </div>
  );
}
