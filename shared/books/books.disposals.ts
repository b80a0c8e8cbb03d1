/** Reasons why a row of an exchange's file is not entered; the other rows are. */
export const rowProblems = [
  'id_missing',
  'id_twice',
  'time_invalid',
  'time_ahead',
  'coin_unknown',
  'coin_ambiguous',
  'units_invalid',
  'money_invalid',
  'fee_invalid',
  'currency_unknown',
  'currency_differs',
  'formula',
  'negative',
  'too_fine',
] as const;
export type RowProblem = (typeof rowProblems)[number];
