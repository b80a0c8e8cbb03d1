/** Invisible characters that reverse the text around them, or embed a direction in it. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;

/** Every other invisible character, except the number signs of Arabic and the three kinds that are checked below. */
const invisible =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]|[\u200c-\u200d]|[\u{110bd}\u{110cd}\u{e0020}-\u{e007f}])\p{Cf}/gu;

/** Joiners that connect neither letters of a script that needs them nor emoji. */
const looseJoiners =
  /(?<![\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\ufe0f?)[\u200c\u200d]/gu;

/** Tag letters; those of a flag emoji are matched with it, and stay. */
const tags = /\u{1f3f4}[\u{e0020}-\u{e007f}]+|[\u{e0020}-\u{e007f}]/gu;
const flagOf = (match: string): string => (match.startsWith('\u{1f3f4}') ? match : '');

/** Text that may have many lines, in one spelling (NFC) and without signs that reverse the text around them. */
export function plainProse(text: string): string {
  return text.replace(overrides, '').normalize('NFC');
}

/** A name or another line in one form (NFC), without invisible characters: two that look equal are equal. */
export function plainLine(text: string): string {
  // NFC is last: invisible characters between a letter and its accent keep them apart.
  return text.replace(invisible, '').replace(looseJoiners, '').replace(tags, flagOf).normalize('NFC');
}
