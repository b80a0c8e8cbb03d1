import type { Decimal } from '#shared/kernel/money.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';

/** Measures how well a candidate agrees with money that came or went. */
export interface Agreement {
  /** By how much its amount differs, with or without a sign. */
  difference: Decimal;
  /** The time between the two in ms, with or without a sign; null where it is unknown. */
  apartMs: number | null;
  /** True where both are in the same name. */
  isNamed: boolean;
}

/** Money that moved within a day of its order is at its time: banks and slow chains take as long. */
const sameTimeMs = dayMs;

/** Compares two agreements: exact amount at its time, exact amount, name, smaller difference, nearer time. */
function compareAgreements(one: Agreement, other: Agreement): number {
  const apartOf = ({ apartMs }: Agreement) => (apartMs === null ? Number.MAX_SAFE_INTEGER : Math.abs(apartMs));
  const isExact = ({ difference }: Agreement) => difference.eq('0');
  const isExactInTime = (agreement: Agreement) => isExact(agreement) && apartOf(agreement) <= sameTimeMs;
  const ofTrue = (test: (agreement: Agreement) => boolean) => Number(test(other)) - Number(test(one));
  return (
    ofTrue(isExactInTime) ||
    ofTrue(isExact) ||
    ofTrue(({ isNamed }) => isNamed) ||
    one.difference.abs().cmp(other.difference.abs()) ||
    apartOf(one) - apartOf(other)
  );
}

/** Candidates for one transfer or one line of a bank, the likeliest first; equal ones keep their order. */
export function byLikelihood<Candidate>(
  candidates: readonly Candidate[],
  agreementOf: (candidate: Candidate) => Agreement,
): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, agreement: agreementOf(candidate) }))
    .toSorted((one, other) => compareAgreements(one.agreement, other.agreement))
    .map(({ candidate }) => candidate);
}
