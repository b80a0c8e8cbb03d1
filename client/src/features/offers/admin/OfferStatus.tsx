import { CircleDashed, CircleOff, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Status } from '#client/ui/data/Status.tsx';
import type { OfferState } from '#shared/offers/offers.contract.ts';
import type { AdminOffer } from '../offers.queries.ts';

/** The colour of each state: an open offer needs nothing, the others are on their way or over. */
const statusOfState: Record<OfferState, string> = {
  open: 'open',
  taken: 'processing',
  ordered: 'completed',
  withdrawn: 'inactive',
  expired: 'inactive',
};

const icons: Partial<Record<OfferState, LucideIcon>> = {
  open: CircleDashed,
  withdrawn: CircleOff,
  expired: CircleOff,
};

/** Shows the state of an offer as an icon with its name. */
export function OfferStatus({ state }: Pick<AdminOffer, 'state'>) {
  const { t } = useTranslation('offers.admin');
  return <Status status={statusOfState[state]} label={t(`state.${state}`)} Icon={icons[state]} size="small" />;
}
