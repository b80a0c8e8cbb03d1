import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Status } from '#client/ui/data/Status.tsx';
import type { Api } from '#shared/api.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { statusOf } from '../components/orders.text.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];
type Sale = Pick<AdminOrder, 'stage' | 'settlement'>;

/** The status for the team: of a sale at its own address what the chain shows, of an exchange that its proof is missing. */
export function OrderStatus(props: { order: AdminOrder } & Omit<ComponentProps<typeof Status>, 'status'>) {
  const { order, ...style } = props;
  const { t } = useTranslation('orders.admin');
  const status = statusOf(order);
  const { stage } = order;
  const missing = status === 'awaiting_proof' ? t('noProof') : undefined;
  return <Status status={status} label={isDepositStage(stage) ? t(`ownAddress.${stage}`) : missing} {...style} />;
}

/** What to say where there is no proof to look at, or it is missing for a decision: a sale at its own address needs none. */
export function useNoProof({ stage, settlement }: Sale): Record<'title' | 'text' | 'missing', string> {
  const { t } = useTranslation('orders.admin');
  const shown = isDepositStage(stage) ? stage : settlement ? 'confirmed' : undefined;
  if (!shown) return { title: t('noProof'), text: t('noProofText'), missing: t('missing.proof') };
  const text = t(`ownAddress.${shown}`);
  return { title: t('ownAddress.title'), text, missing: text };
}
