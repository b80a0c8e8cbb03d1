import type { Profile, ProfileInput } from '../payouts.queries.ts';

/** Settings of a payout's layout; every other line of it is a column. */
const options = ['separator', 'decimal', 'encoding', 'heading', 'template'];
const tab = { read: 'tab', written: '\t' };

/** What a profile has beside its layout. */
const about = ['id', 'name', 'direction', 'isReady', 'isVerified'];

/** A layout as text: `name = value` on each line; columns of a payout are `Heading = {value}`, in their order. */
export function layoutOf({ columns, text, ...rest }: Profile): string {
  const settings = Object.entries(rest).filter(([key]) => !about.includes(key));
  const pairs = [
    ...settings.map(([key, value]) => [key, value === tab.written ? tab.read : String(value)]),
    ...(Array.isArray(text) ? text.map((heading) => ['text', String(heading)]) : []),
    ...(Array.isArray(columns) ? (columns as { heading: string; value: string }[]) : []).map((column) => [
      column.heading,
      column.value,
    ]),
  ];
  return pairs.map(([key, value]) => `${key} = ${value}`).join('\n');
}

/** The layout that a text describes. The server says what is wrong with it. */
export function profileOf(direction: Profile['direction'], name: string, layout: string): ProfileInput {
  const pairs = layout.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return at < 0 || key === '' ? [] : [[key, value === tab.read ? tab.written : value] as const];
  });
  const isOption = (key: string) => direction === 'statement' || options.includes(key);
  const values = pairs
    .filter(([key]) => isOption(key) && key !== 'text')
    .map(([key, value]) => [key, key === 'skip' ? Number(value) : key === 'heading' ? value !== 'false' : value]);
  const columns = pairs.filter(([key]) => !isOption(key)).map(([heading, value]) => ({ heading, value }));
  const text = pairs.filter(([key]) => key === 'text').map(([, value]) => value);
  const lists = direction === 'payout' ? { columns } : { text };
  return { ...Object.fromEntries(values), ...lists, direction, name } as ProfileInput;
}
