import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CannedTextArea } from '#client/ui/form/CannedTextArea.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { refusal } from '#shared/orders/orders.evidence.ts';
import { useTemplates, type TemplateName } from './useTemplates.ts';

interface RefusalDialogProps {
  title: string;
  subtitle: ReactNode;
  confirm: string;
  by: { isPending: boolean; error: unknown };
  /** Title of the error, by the entry point that was refused. */
  failed: string;
  templates: readonly TemplateName[];
  onRefuse: (adminNotes: string) => void;
  onClose: () => void;
}

/**
 * Refusing one order or several: the customer reads why, so there is no way without a reason. The keys alone send only a
 * reason that was chosen, because letters meant for another field could have been typed here.
 */
export function RefusalDialog({ templates, onRefuse, ...dialog }: RefusalDialogProps) {
  const { t } = useTranslation('orders.admin');
  const [form] = useContractForm(refusal, { defaultValues: { adminNotes: '' } });
  const sentences = useTemplates(...templates);
  const { setFocus } = form;
  const notes = form.watch('adminNotes');
  const isChosen = sentences.list.some(({ text }) => notes.includes(text));
  useEffect(() => setFocus('adminNotes'), [setFocus]);
  return (
    <FormDialog {...dialog} danger submitKey={isChosen} form={form} onSubmit={({ adminNotes }) => onRefuse(adminNotes)}>
      <CannedTextArea
        form={form}
        name="adminNotes"
        label={t('field.reason')}
        hint={`${t('field.reasonHint')} ${t('field.reasonKeys')}`}
        maxLength={2000}
        rows={4}
        sentences={sentences}
      />
    </FormDialog>
  );
}
