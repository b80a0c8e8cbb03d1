/** A part of a settlement, which names the transfers that it pays for; the first settlements did not. */
export type CountedPart = { transferIds?: readonly string[] };

/** True if a settlement of these parts rests on a transfer; one that names none rests on all that was claimed. */
export function restsOn(parts: readonly CountedPart[], transferId: string): boolean {
  return parts.some(({ transferIds }) => transferIds?.includes(transferId) ?? true);
}
