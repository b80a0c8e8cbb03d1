import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { hourMs, minuteMs } from '#shared/reference/units-of-time.ts';

/** The height up to which a chain was read, and its age. */
export type ChainReading = {
  /** The time at which the chain was last read up to the source's newest block. */
  okAt: Date | null;
  tipHeight: number | null;
  tipAt: Date | null;
  finalizedHeight: number | null;
  finalizedAt: Date | null;
};

/** No verdict is green on older data. */
const maxReadingAgeMs = 5 * minuteMs;
/** Some providers answer about blocks of hours ago when asked for the final one. */
const maxFinalizedAgeMs = hourMs;
const maxTipAgeMs = 3 * hourMs;
const tipAgeInBlocks = 20;

/** True where the data of the source is recent enough to approve a deposit. */
export function isNodeWell(reading: ChainReading, chain: ChainName, now: Date): boolean {
  const ageMs = (moment: Date | null) => (moment ? now.getTime() - moment.getTime() : Infinity);
  const { blockSeconds, namesFinal } = chainDetails[chain];
  const tipLimitMs = Math.min(maxTipAgeMs, Math.max(maxReadingAgeMs, blockSeconds * 1000 * tipAgeInBlocks));
  const isFinalFresh = !namesFinal || reading.finalizedAt === null || ageMs(reading.finalizedAt) <= maxFinalizedAgeMs;
  return ageMs(reading.okAt) <= maxReadingAgeMs && ageMs(reading.tipAt) <= tipLimitMs && isFinalFresh;
}
