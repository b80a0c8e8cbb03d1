import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { settings } from '#server/features/settings/settings.tables.ts';

/** Invented quotations: they show the place of an operator's own, and are in the demonstration alone. */
const testimonials = [
  {
    name: 'Amara O.',
    place: 'Lagos, sample',
    stars: 5,
    text: 'Sold my Bitcoin on a Sunday evening and had the naira on Monday morning. I could follow every step.',
  },
  {
    name: 'Jun S.',
    place: 'Manila, sample',
    stars: 4,
    text: 'The rate stood still while I sent the coins. A photo of mine was too dark, and support told me within the hour.',
  },
  {
    name: 'Wei L.',
    place: 'Hong Kong, sample',
    stars: 5,
    text: 'The fee is in view before you send anything, and the payout was exact to the cent.',
  },
];

/** Puts three sample voices on the landing page. */
export async function seedVoices(tx: Tx): Promise<void> {
  await tx.insert(settings).values({ key: 'landing', value: { stats: [], testimonials }, updatedAt: now });
}
