/** Languages in which banks write a month as a word. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'tr', 'id'];
/** Abbreviations that leave out letters in the middle. */
const shortenedMonths = { mrz: 3 };

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();

/** The full names of the months, 1 to 12, alone and beside a day. */
function namesOf(language: string): [name: string, month: number][] {
  return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => {
    const date = new Date(Date.UTC(2026, month - 1, 15));
    return [{ month: 'long' } as const, { day: 'numeric', month: 'long' } as const].map((shape): [string, number] => {
      const parts = new Intl.DateTimeFormat(language, { ...shape, timeZone: 'UTC' }).formatToParts(date);
      return [plain(parts.find(({ type }) => type === 'month')?.value ?? ''), month];
    });
  });
}

let names: [name: string, month: number][] | undefined;

/**
 * The number of a month by its name, or by at least its first three letters; undefined where it could be two of them.
 */
export function monthNamed(text: string): number | undefined {
  names ??= [...languages.flatMap(namesOf), ...Object.entries(shortenedMonths)];
  const plainName = plain(text);
  if (plainName.length < 3) return undefined;
  const months = new Set(names.filter(([name]) => name.startsWith(plainName)).map(([, month]) => month));
  return months.size === 1 ? [...months][0] : undefined;
}
