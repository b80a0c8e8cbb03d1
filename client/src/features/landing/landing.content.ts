/** False once the stats and testimonials below are true: until then visitors see that they are examples. */
export const copyIsExample: boolean = true;

/** The operator's own `text`, or the name of a sample text that comes in every language. */
export type Copy =
  | { text: string; example?: undefined }
  | { example: 'currencies' | 'customers' | 'fee' | 'reference' | 'support' | 'tab' };

/**
 * Content the operator writes before opening to customers: stats and testimonials. The shipped ones are sample copy. An
 * empty list hides its section of the landing page.
 */
export const stats: readonly (Copy & { value: string })[] = [
  { value: '10,000+', example: 'customers' },
  { value: '24/7', example: 'support' },
  { value: '150', example: 'currencies' },
];

export const testimonials: readonly (Copy & { name: string; place: string; stars: 1 | 2 | 3 | 4 | 5 })[] = [
  {
    name: 'Adaeze N.',
    place: 'Lagos',
    stars: 5,
    example: 'fee',
  },
  {
    name: 'Marco T.',
    place: 'Manila',
    stars: 4,
    example: 'tab',
  },
  {
    name: 'Grace W.',
    place: 'Nairobi',
    stars: 5,
    example: 'reference',
  },
];
