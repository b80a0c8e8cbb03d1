import { findCountry } from '#shared/reference/countries.ts';
import zones from '#shared/reference/time-zones.json' with { type: 'json' };

const zoneOf: Readonly<Record<string, string>> = zones;

/**
 * Returns a time such as "23 Nov, 18:40 GMT+1" in the main zone of a country; it names the zone, because the reader
 * may be in another. UTC without a country.
 */
export function clockText(
  at: Date,
  { language, country }: { language: string; country?: string | null | undefined },
): string {
  const { code = '' } = findCountry(country ?? '') ?? {};
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zoneOf[code] ?? 'UTC',
    timeZoneName: 'short',
  }).format(at);
}
