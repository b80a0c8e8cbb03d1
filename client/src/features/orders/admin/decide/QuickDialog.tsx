import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DoubtNote } from '#client/features/deposits/components/VerdictCard.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { rulesQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { givenOf, netToPay } from '../../components/orders.text.ts';
import { adminOrderQuery, type AdminOrder } from '../orders.admin.queries.ts';
import { needsProof, useNoProof } from '../OrderStatus.tsx';
import { PayoutSlip, PayTo } from '../PayoutSlip.tsx';
import { Warnings } from '../Warnings.tsx';
import { EvidenceFields } from './EvidenceFields.tsx';
import { emptyDraft, evidenceForm, missingFor } from './orders.requirements.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useDecide, type Decide, type DecisionResult } from './useDecide.ts';

interface QuickDialogProps {
  order: AdminOrder;
  action: 'approve' | 'reject';
  onDecided: (lastDecision: DecisionResult) => void;
  onClose: () => void;
}

/** The quick decision of a row: the details of the order, and only the evidence that is not stored yet. */
export function QuickDialog({ order, action, onDecided, onClose }: QuickDialogProps) {
  const decide = useDecide(order, 'quick', (lastDecision) => {
    onDecided(lastDecision);
    if (lastDecision.ok) onClose();
  });
  if (action === 'reject') {
    return <ReasonDialog order={order} decide={decide} onClose={onClose} />;
  }
  return order.userStatus === 'blocked' ? (
    <BlockedCustomer order={order} onClose={onClose} />
  ) : (
    <QuickApprove order={order} decide={decide} onClose={onClose} />
  );
}

/** Says why a customer is not paid, in place of the form. */
function BlockedCustomer({ order, onClose }: Pick<QuickDialogProps, 'order' | 'onClose'>) {
  const { t } = useTranslation('orders.admin');
  return (
    <Dialog open title={t('quick.approveTitle', { reference: order.reference })} onClose={onClose}>
      <Note tone="danger">{t('customer.blockedPay')}</Note>
    </Dialog>
  );
}

function QuickApprove({ order, decide, onClose }: Pick<QuickDialogProps, 'order' | 'onClose'> & { decide: Decide }) {
  const { t } = useTranslation('orders.admin');
  const { data: rules = settingsDefaults.rules } = useQuery(rulesQuery);
  const noProof = useNoProof(order);
  const { data: details } = useQuery(adminOrderQuery(order.id, true));
  const knownOrder = details ?? order;
  const [form] = useContractForm(evidenceForm(knownOrder, rules.payoutEvidenceRequired), { defaultValues: emptyDraft });
  return (
    <FormDialog
      full
      form={form}
      title={t('quick.approveTitle', { reference: order.reference })}
      subtitle={
        <span className="flex flex-wrap items-center gap-3">
          <Status status={order.status} size="small" />
          <Ltr className="text-sm text-muted">{givenOf(order)}</Ltr>
        </span>
      }
      confirm={t('approve', { amount: formatMoneyText(netToPay(order), order.payoutCurrency) })}
      by={decide}
      failed={t('failed.approve')}
      onSubmit={(draft) => !order.awaitingProof && decide.send('approve', draft)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 text-sm">
        {form.formState.isSubmitted && order.awaitingProof && <p className="text-rejected">{noProof}</p>}
        {details && <Warnings order={details} />}
        <DoubtNote order={order} />
        <QuickProof order={order} />
        <PayoutSlip order={order} />
        <PayTo order={order} />
        <EvidenceFields
          form={form}
          decide={decide}
          order={knownOrder}
          only={missingFor(order, emptyDraft, rules.payoutEvidenceRequired)}
        />
      </div>
    </FormDialog>
  );
}

/** The proof that the decision rests on: no order is approved without seeing it. */
function QuickProof({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  const noProof = useNoProof(order);
  const pane = useRef<HTMLElement>(null);
  const [file] = order.paymentProofFiles;
  return (
    <section
      ref={pane}
      aria-label={t('viewer')}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-sunken"
    >
      {file ? (
        <FileViewer file={file} keysOn={false} pane={pane} tabs={null} />
      ) : (
        <p className="p-4 text-muted">{needsProof(order) ? t('noProof') : noProof}</p>
      )}
    </section>
  );
}
