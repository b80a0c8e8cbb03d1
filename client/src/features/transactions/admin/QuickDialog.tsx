import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoneyText } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { Status } from '#client/ui/Status.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { givenOf } from '../parts/words.ts';
import { EvidenceFields, goToEvidence } from './EvidenceFields.tsx';
import { emptyDraft, missingFor, type Draft } from './requirements.ts';
import { PayoutSlip, PayTo } from './PayoutSlip.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { evidenceRuleQuery, type DeskOrder } from './review.api.ts';
import { useDecide, type Told } from './useDecide.ts';

interface QuickDialogProps {
  order: DeskOrder;
  deed: 'approve' | 'reject';
  tell: (told: Told) => void;
  onClose: () => void;
}

/** A row's quick decision: the same facts, and just what is missing on record. */
export function QuickDialog({ order, deed, tell, onClose }: QuickDialogProps) {
  const { t } = useTranslation('review');
  const decide = useDecide(order, 'quick', (told) => {
    tell(told);
    if (told.ok) onClose();
  });
  if (deed === 'reject') {
    return <ReasonDialog order={order} decide={decide} failed={t('failed.reject')} onClose={onClose} />;
  }
  return <QuickApprove {...{ order, decide, onClose }} />;
}

function QuickApprove({
  order,
  decide,
  onClose,
}: Pick<QuickDialogProps, 'order' | 'onClose'> & { decide: ReturnType<typeof useDecide> }) {
  const { t } = useTranslation(['review', 'common']);
  const { data: isRequired = true } = useQuery(evidenceRuleQuery);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [tried, setTried] = useState(false);
  const missing = missingFor(order, draft, isRequired);
  const send = () => {
    setTried(true);
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
          <SendButton atEnd look="filled" busy={decide.isPending} onClick={send}>
            {t('approve', { amount: formatMoneyText(order.payoutAmount, order.payoutCurrency) })}
          </SendButton>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {decide.error && <DeskProblem error={decide.error} title={t('failed.approve')} onRetry={send} />}
        {tried && missing.includes('proof') && <p className="text-rejected">{t('missing.proof')}</p>}
        <PayoutSlip order={order} />
        <PayTo order={order} />
        <EvidenceFields
          place="dialog"
          {...{ order, draft, decide }}
          only={missingFor(order, emptyDraft, isRequired)}
          onChange={setDraft}
          missing={tried ? missing : []}
        />
      </div>
    </Dialog>
  );
}
