import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import { Timeline, type TimelineStep } from '#client/ui/data/Timeline.tsx';
import { railKindOf, railNameOf } from '#shared/reference/rails.ts';
import { useNotes } from '../components/useNotes.ts';
import type { OpenOrder } from './orders.admin.queries.ts';

const states = {
  pending: 'done',
  processing: 'done',
  completed: 'done',
  rejected: 'stopped',
  failed: 'stopped',
} as const;

/** Stages that have a step of their own: those of the payout. */
const stages = [
  ...(['approved', 'batched', 'released', 'on_hold', 'sent', 'settled'] as const),
  ...(['returned', 'details_needed', 'approved_again', 'reversed'] as const),
];

/** Every recorded change of the order. */
export function History({ events, paymentDetails }: Pick<OpenOrder, 'events'> & Partial<OpenOrder>) {
  const { t } = useTranslation(['orders.admin', 'common']);
  const { noteOf } = useNotes();
  const isBank = railKindOf(paymentDetails?.method) === 'bank';
  // A step that does not change the status received the proof.
  const titleOf = ({ from, to, stage }: OpenOrder['events'][number]) => {
    if (from === null) return t('history.opened');
    if (from !== to) return t(`common:status.${to}`);
    const knownStage = stages.find((name) => name === stage);
    if (knownStage === 'sent' && !isBank) return t('sentBy', { rail: railNameOf(paymentDetails?.method) });
    return knownStage ? t(`stage.${knownStage}`) : t('history.proofReceived');
  };
  const noted = (event: OpenOrder['events'][number]) => {
    const { byName } = event;
    const actorText = byName ? t('table.deskBy', { name: byName }) : t(`history.by.${event.by}`);
    const note = noteOf(event);
    return note ? `${actorText}: ${note}` : actorText;
  };
  const steps = events.map((event): TimelineStep => ({
    state: states[event.to],
    title: <span className="text-sm">{titleOf(event)}</span>,
    time: <span className="text-xs">{formatDateTime(event.at)}</span>,
    text: <span className="wrap-anywhere whitespace-pre-line">{noted(event)}</span>,
  }));
  if (steps.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm">{t('history.title')}</h3>
      <Timeline label={t('history.title')} steps={steps} />
    </section>
  );
}
