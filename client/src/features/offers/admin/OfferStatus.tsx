import { useTranslation } from 'react-i18next';
import { Status } from '#client/ui/data/Status.tsx';
import type { OfferState } from '#shared/offers/offers.contract.ts';
import type { AdminOffer } from '../offers.queries.ts';

/** The colour of each state: it waits for the customer, is on its way, or is over. */
const statusOfState: Record<OfferState, string> = {
  open: 'pending',
  taken: 'processing',
  ordered: 'completed',
  withdrawn: 'inactive',
  expired: 'inactive',
};

export function OfferStatus({ state }: Pick<AdminOffer, 'state'>) {
  const { t } = useTranslation('offers.admin');
  return <Status status={statusOfState[state]} label={t(`state.${state}`)} size="small" />;
}
