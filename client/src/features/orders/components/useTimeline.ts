import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import type { TimelineStep } from '#client/ui/data/Timeline.tsx';
import type { OrderDetails } from '../orders.queries.ts';
import { useNotes } from './useNotes.ts';

type Translate = ReturnType<typeof useTranslation<'orders'>>['t'];

/**
 * An order's path in sentences: what its events say has happened, then what is to come. A refusal ends the story and
 * nothing is invented after it.
 */
export function useTimeline(details: OrderDetails): TimelineStep[] {
  const { t } = useTranslation('orders');
  const { noteOf } = useNotes();
  const happened = details.events.map((event): TimelineStep => {
    const { to, at, note } = event;
    const stopped = to === 'rejected' || to === 'failed';
    const step = stepOf(details, event);
    return {
      state: stopped ? 'stopped' : 'done',
      word: t(`step.${step}.word`),
      time: formatDateTime(at),
      text: stopped && note ? (noteOf(event) ?? note) : t(`step.${step}.text`),
    };
  });
  if (details.status === 'pending' && details.awaitingProof) {
    return [...happened, { state: 'waiting', word: t('ahead.proof.word'), text: t('ahead.proof.text') }, last(t)];
  }
  if (details.status === 'pending') {
    return [
      ...happened,
      { state: 'waiting', word: t('ahead.check.word'), time: t('now'), text: t('ahead.check.text') },
      last(t),
    ];
  }
  if (details.status === 'processing') {
    return [
      ...happened,
      { state: 'now', word: t('ahead.pay.word'), time: t('now'), text: t('ahead.pay.text') },
      last(t),
    ];
  }
  return happened;
}

/** An exchange is opened before it is paid, and its proof comes as a step of its own. */
function stepOf({ type }: OrderDetails, { from, to }: OrderDetails['events'][number]) {
  if (type === 'sell' || to !== 'pending') return to;
  return from === 'pending' ? 'proof' : 'opened';
}

function last(t: Translate): TimelineStep {
  return { state: 'todo', word: t('step.completed.word'), text: t('ahead.done') };
}
