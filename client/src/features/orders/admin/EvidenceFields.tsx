import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import type { AdminOrder } from './orders.admin.queries.ts';
import type { Draft, Requirement } from './orders.requirements.ts';
import { Screenshots } from './Screenshots.tsx';
import { Templates } from './Templates.tsx';
import type { Decide } from './useDecide.ts';

interface EvidenceFieldsProps {
  place: 'panel' | 'dialog';
  order: AdminOrder;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Shown at its field once approving was tried. */
  missing: readonly Requirement[];
  decide: Decide;
  /** Just these fields; what is on record already is not asked for again. */
  only?: readonly Requirement[] | undefined;
}

/** The id of the field that meets a requirement, in the panel or in the dialog over it. */
export function evidenceId(place: 'panel' | 'dialog', need: Requirement): string {
  return `${place}-${need}`;
}

/** Leads to the first field that is missing; the customer's proof has none. */
export function goToEvidence(place: 'panel' | 'dialog', need: Requirement): void {
  document.getElementById(evidenceId(place, need))?.focus();
}

/** The evidence of a payout: the bank's id, the admin's notes, screenshots of the receipt. */
export function EvidenceFields({ place, order, draft, onChange, missing, decide, only }: EvidenceFieldsProps) {
  const { t } = useTranslation('orders.admin');
  const refused = useFieldErrors(decide.error);
  const problem = (need: Requirement, field: string) =>
    missing.includes(need) ? t(`missing.${need}`) : draft === decide.sentDraft ? refused[field] : undefined;
  const asks = (need: Requirement) => only?.includes(need) ?? true;
  return (
    <div className="flex flex-col gap-3 pointer-fine:[&_input]:min-h-10 pointer-fine:[&_input]:text-sm pointer-fine:[&_textarea]:py-2 pointer-fine:[&_textarea]:text-sm">
      {asks('finalId') && (
        <TextInput
          id={evidenceId(place, 'finalId')}
          label={t('field.finalId')}
          aside={<CustomerVisible />}
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
            id={evidenceId(place, 'notes')}
            label={t('field.notes')}
            aside={<CustomerVisible />}
            error={problem('notes', 'adminNotes')}
            maxLength={2000}
            rows={2}
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
          id={evidenceId(place, 'screenshot')}
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

function CustomerVisible() {
  const { t } = useTranslation('orders.admin');
  return <span className="text-xs text-faint">{t('field.seen')}</span>;
}
