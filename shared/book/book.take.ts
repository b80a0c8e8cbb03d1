import { smallerOf, type Amount, type Asset } from '#shared/kernel/money.ts';

/**
 * Takes an amount from places in turn, from each at most its balance; `missing` is the part that none of them can
 * give.
 */
export function takeInTurn<Place, Of extends Asset>(
  amount: Amount<Of>,
  places: readonly Place[],
  amountAt: (place: Place) => Amount<Of>,
): { taken: { place: Place; amount: Amount<Of> }[]; missing: Amount<Of> } {
  const zeroAmount = amount.minus(amount);
  let missingAmount = amount;
  const takenPieces = places.flatMap((place) => {
    const part = smallerOf(missingAmount, amountAt(place));
    if (part.lte(zeroAmount)) return [];
    missingAmount = missingAmount.minus(part);
    return [{ place, amount: part }];
  });
  return { taken: takenPieces, missing: missingAmount };
}
