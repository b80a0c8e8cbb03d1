import type { ProfileInput } from '../payouts.queries.ts';

/** Two invented payouts that show a profile as the bank would read it. */
const examples: readonly Readonly<Record<string, string>>[] = [
  {
    accountName: 'Ada Obi',
    accountNumber: '0152792740',
    bankName: 'Zenfield Bank',
    bankCode: '058',
    iban: 'NL91ABNA0417164300',
    bic: 'ABNANL2A',
    country: 'NG',
    amount: '14020.00',
    currency: 'NGN',
    reference: 'LF-5T2R-8C',
    endToEndId: 'LF-5T2R-8C-1',
    fromAccount: '2001504619',
  },
  {
    accountName: 'Musa Aliyu',
    accountNumber: '2001504626',
    bankName: 'Harbour Trust',
    bankCode: '044',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFF',
    country: 'NG',
    amount: '52204.02',
    currency: 'NGN',
    reference: 'LF-8SZX-FA',
    endToEndId: 'LF-8SZX-FA-1',
    fromAccount: '2001504619',
  },
];

/** The first lines of a file of this profile: its headings, then two payouts, or two bookings of a statement. */
export function previewLines(profile: ProfileInput): string[] {
  return 'columns' in profile ? payoutLines(profile) : statementLines(profile);
}

type Payout = Extract<ProfileInput, { columns: unknown }>;

function payoutLines({ columns, separator = ',', decimal = '.', heading = true }: Payout): string[] {
  if (columns.length === 0) return [];
  const filledTemplate = (example: Readonly<Record<string, string>>) =>
    columns.map(({ value }) =>
      value.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
        const text = example[name] ?? placeholder;
        return name === 'amount' ? text.replace('.', decimal) : text;
      }),
    );
  const rows = [...(heading ? [columns.map((column) => column.heading)] : []), ...examples.map(filledTemplate)];
  return rows.map((cells) => cells.join(separator));
}

function statementLines(profile: Exclude<ProfileInput, Payout>): string[] {
  const { date, valueDate, amount, debit, credit, text, reference } = profile;
  const columns = [
    [date, ['24.11.2026', '25.11.2026']],
    [valueDate, ['24.11.2026', '25.11.2026']],
    [amount, ['-93.02', '250.00']],
    [debit, ['93.02', '']],
    [credit, ['', '250.00']],
    ...text.map((heading) => [heading, ['LF7K3MQ2 Ada Obi', 'LF9XW24B']] as const),
    [reference, ['N1', 'N2']],
  ] as const;
  const namedColumns = columns.flatMap(([heading, values]) => (heading ? [[heading, ...values]] : []));
  const separator = profile.separator ?? ';';
  return namedColumns.length === 0
    ? []
    : [0, 1, 2].map((row) => namedColumns.map((cells) => cells[row] ?? '').join(separator));
}
