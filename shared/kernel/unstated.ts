/** Stands in a text for a value that the operator has not stated yet, such as the hours of support. No one types it. */
export const unstated = '\u{E000}';

/** A sentence ends at its mark: before a space or the end, or by itself in the scripts of East Asia. */
const sentenceEnd = /(?<=[.!?؟…]\p{Cf}?(?=\s|$)|[。！？])/u;

/** The text without the sentences that contain an unstated value. */
export function omitUnstated(text: string): string {
  if (!text.includes(unstated)) return text;
  return text
    .split(sentenceEnd)
    .filter((sentence) => !sentence.includes(unstated))
    .join('')
    .trim();
}
