import { useController, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { VerdictReason } from '#client/features/deposits/components/VerdictCard.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { ReadyTextArea } from '#client/ui/form/ReadyTextArea.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import type { EvidenceField } from '#shared/orders/orders.evidence.ts';
import type { AdminOrder, OpenOrder } from '../orders.admin.queries.ts';
import type { Draft, Requirement } from './orders.requirements.ts';
import { Screenshots } from './Screenshots.tsx';
import type { Decide } from './useDecide.ts';
import { useReadyNotes } from './useReadyNotes.ts';

interface EvidenceFieldsProps {
  order: AdminOrder & Partial<Pick<OpenOrder, 'warnings'>>;
  form: UseFormReturn<Draft, unknown, Draft>;
  decide: Decide;
  /** The fields that are asked for; stored evidence is left out. */
  only?: readonly Requirement[] | undefined;
}

/** The evidence of a payout: the bank's id, the admin's notes, screenshots of the receipt. */
export function EvidenceFields({ order, form, decide, only }: EvidenceFieldsProps) {
  const { t } = useTranslation('orders.admin');
  const field = useFields(form);
  const templates = useReadyNotes('confirmed', 'checked');
  const isAskedFor = (name: EvidenceField) => only?.includes(name) ?? true;
  return (
    <div className="flex flex-col gap-3 pointer-fine:[&_input]:min-h-10 pointer-fine:[&_input]:text-sm pointer-fine:[&_textarea]:py-2 pointer-fine:[&_textarea]:text-sm">
      <WarningReason order={order} form={form} decide={decide} />
      {isAskedFor('adminTransactionId') && (
        <TextInput
          label={t('field.finalId')}
          aside={<CustomerVisible />}
          autoComplete="off"
          spellCheck={false}
          {...field('adminTransactionId')}
        />
      )}
      {isAskedFor('adminNotes') && (
        <ReadyTextArea
          form={form}
          name="adminNotes"
          label={t('field.notes')}
          aside={<CustomerVisible />}
          rows={2}
          sentences={templates}
        />
      )}
      {isAskedFor('payoutFiles') && <PayoutFiles order={order} form={form} decide={decide} />}
    </div>
  );
}

/**
 * Asks why an order is approved against its warnings, or although the chain does not confirm it: one answer for all. A
 * quick action gets its warnings from the refusal.
 */
function WarningReason({ order, form, decide }: EvidenceFieldsProps) {
  const { t } = useTranslation(['orders.admin', 'audit.params']);
  const field = useFields(form)('reason');
  const { warnings = [] } = order;
  if (warnings.length === 0 && !hasCode(decide.error, 'warning_needs_reason'))
    return <VerdictReason order={order} isAsked={hasCode(decide.error, 'verdict_needs_reason')} {...field} />;
  const warningNames = formatList(warnings.map((warning) => t(`audit.params:value.finding.${warning}`)));
  const hint = warningNames ? t('warning.hint', { warnings: warningNames }) : undefined;
  return <TextArea label={t('warning.reason')} hint={hint} rows={2} {...field} />;
}

/** A component of its own, so that the text fields before it get the focus first. */
function PayoutFiles({ order, form, decide }: EvidenceFieldsProps) {
  const {
    field: { ref, value, onChange },
  } = useController({ control: form.control, name: 'payoutFiles' });
  const { id, error } = useFields(form)('payoutFiles');
  return (
    <Screenshots
      id={id}
      ref={ref}
      files={value}
      onRecord={order.adminPayoutScreenshots.length}
      onChange={onChange}
      error={error}
      progress={decide.progress}
      onCancel={decide.cancel}
    />
  );
}

function CustomerVisible() {
  const { t } = useTranslation('orders.admin');
  return <span className="text-xs text-faint">{t('field.seen')}</span>;
}
