/** Isolates each number and name in a right-to-left text, so that it keeps its own direction. */
export function isolateValues<Values extends Record<string, string | number>>(
  values: Values,
  direction: string,
): Values {
  if (direction !== 'rtl') return values;
  const mark = (value: string | number) => (typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value);
  const isolatedEntries = Object.entries(values).map(([name, value]) => [name, mark(value)] as const);
  return { ...values, ...Object.fromEntries<string | number>(isolatedEntries) };
}
