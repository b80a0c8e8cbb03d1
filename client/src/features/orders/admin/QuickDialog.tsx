import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { givenOf } from '../components/orders.text.ts';
import { EvidenceFields, goToEvidence } from './EvidenceFields.tsx';
import { evidenceRuleQuery, type AdminOrder } from './orders.admin.queries.ts';
import { emptyDraft, missingFor, type Draft } from './orders.requirements.ts';
import { PayoutSlip, PayTo } from './PayoutSlip.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useDecide, type DecisionResult } from './useDecide.ts';

interface QuickDialogProps {
  order: AdminOrder;
  action: 'approve' | 'reject';
  onDecided: (lastDecision: DecisionResult) => void;
  onClose: () => void;
}

/** A row's quick decision: same details, and only what is not yet on record. */
export function QuickDialog({ order, action, onDecided, onClose }: QuickDialogProps) {
  const { t } = useTranslation('orders.admin');
  const decide = useDecide(order, 'quick', (lastDecision) => {
    onDecided(lastDecision);
    if (lastDecision.ok) onClose();
  });
  if (action === 'reject') {
    return <ReasonDialog order={order} decide={decide} failed={t('failed.reject')} onClose={onClose} />;
  }
  return <QuickApprove {...{ order, decide, onClose }} />;
}

function QuickApprove({
  order,
  decide,
  onClose,
}: Pick<QuickDialogProps, 'order' | 'onClose'> & { decide: ReturnType<typeof useDecide> }) {
  const { t } = useTranslation(['orders.admin', 'common']);
  const { data: isRequired = true } = useQuery(evidenceRuleQuery);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [attempted, setAttempted] = useState(false);
  const missing = missingFor(order, draft, isRequired);
  const send = () => {
    setAttempted(true);
    const [first] = missing;
    if (!first) decide.send('approve', draft);
    else goToEvidence('dialog', first);
  };
  return (
    <Dialog
      open
      full
      title={t('quick.approveTitle', { reference: order.reference })}
      subtitle={
        <span className="flex flex-wrap items-center gap-3">
          <Status status={order.status} size="small" />
          <bdi dir="ltr" className="text-sm text-muted">
            {givenOf(order)}
          </bdi>
        </span>
      }
      locked={decide.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={decide.isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <SendButton atEnd variant="filled" busy={decide.isPending} onClick={send}>
            {t('approve', { amount: formatMoneyText(order.payoutAmount, order.payoutCurrency) })}
          </SendButton>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {decide.error && <AdminProblem error={decide.error} title={t('failed.approve')} onRetry={send} />}
        {attempted && missing.includes('proof') && <p className="text-rejected">{t('missing.proof')}</p>}
        <PayoutSlip order={order} />
        <PayTo order={order} />
        <EvidenceFields
          place="dialog"
          {...{ order, draft, decide }}
          only={missingFor(order, emptyDraft, isRequired)}
          onChange={setDraft}
          missing={attempted ? missing : []}
        />
      </div>
    </Dialog>
  );
}
