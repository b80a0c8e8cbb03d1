/** False once the figures and voices below are true: until then each visitor is told that they are examples. */
export const copyIsExample: boolean = true;

/**
 * What an operator writes here in their own words before opening to customers: figures and voices. The ones that ship
 * are sample copy. An empty list hides its part of the landing page.
 */
export const stats: readonly { value: string; text: string }[] = [
  { value: '10,000+', text: 'customers' },
  { value: '24/7', text: 'support by people' },
  { value: '150', text: 'payout currencies' },
];

export const testimonials: readonly { name: string; place: string; stars: 1 | 2 | 3 | 4 | 5; text: string }[] = [
  {
    name: 'Adaeze N.',
    place: 'Lagos',
    stars: 5,
    text: 'I saw the fee before I had an account, and that is the fee I paid. The naira were there the same afternoon.',
  },
  {
    name: 'Marco T.',
    place: 'Manila',
    stars: 4,
    text: 'I closed the tab by mistake in the middle of a sale. It waited for me with the same address and reference.',
  },
  {
    name: 'Grace W.',
    place: 'Nairobi',
    stars: 5,
    text: 'A person answered when my bank was slow, and knew my sale by its reference at once.',
  },
];
