import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/call.ts';
import { TextArea, TextInput } from '#client/ui/TextInput.tsx';
import type { Draft, Requirement } from './requirements.ts';
import { Screenshots } from './Screenshots.tsx';
import { Templates } from './Templates.tsx';
import type { DeskOrder } from './review.api.ts';
import type { Decide } from './useDecide.ts';

interface EvidenceFieldsProps {
  order: DeskOrder;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Told beside its field once approving was tried. */
  missing: readonly Requirement[];
  decide: Decide;
  /** Just these fields; what is on record already is not asked for again. */
  only?: readonly Requirement[] | undefined;
}

/** Where a requirement is met, so that a press on Approve can lead there. */
export const evidenceIds = { finalId: 'desk-final-id', notes: 'desk-notes', screenshot: 'desk-screenshots' } as const;

/** What a payout is shown by later: the bank's id, the desk's words, pictures of the receipt. */
export function EvidenceFields({ order, draft, onChange, missing, decide, only }: EvidenceFieldsProps) {
  const { t } = useTranslation('review');
  const refused = decide.error instanceof CallError ? decide.error.fields : {};
  const problem = (need: Requirement, field: string) =>
    missing.includes(need) ? t(`missing.${need}`) : draft === decide.sentDraft ? refused[field] : undefined;
  const asks = (need: Requirement) => only?.includes(need) ?? true;
  return (
    <div className="flex flex-col gap-4">
      {asks('finalId') && (
        <TextInput
          id={evidenceIds.finalId}
          label={t('field.finalId')}
          hint={t('field.finalIdHint')}
          error={problem('finalId', 'adminTransactionId')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={draft.finalId}
          onChange={({ target }) => onChange({ ...draft, finalId: target.value })}
        />
      )}
      {asks('notes') && (
        <div className="flex flex-col gap-2">
          <TextArea
            id={evidenceIds.notes}
            label={t('field.notes')}
            hint={t('field.notesHint')}
            error={problem('notes', 'adminNotes')}
            maxLength={2000}
            rows={3}
            value={draft.notes}
            onChange={({ target }) => onChange({ ...draft, notes: target.value })}
          />
          <Templates
            names={['confirmed', 'checked']}
            text={draft.notes}
            onChange={(notes) => onChange({ ...draft, notes })}
          />
        </div>
      )}
      {asks('screenshot') && (
        <Screenshots
          id={evidenceIds.screenshot}
          files={draft.files}
          onRecord={order.adminPayoutScreenshots.length}
          onChange={(files) => onChange({ ...draft, files })}
          error={problem('screenshot', 'payoutFiles')}
          progress={decide.progress}
          onCancel={decide.cancel}
        />
      )}
    </div>
  );
}
