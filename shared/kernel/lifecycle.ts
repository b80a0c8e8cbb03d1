/** A lifecycle as data: each status names the statuses it may move to. A target that is no key does not compile. */
export function lifecycle<const L extends { [S in keyof L]: readonly (keyof L)[] }>(moves: L): L {
  return moves;
}

/** The statuses that may move to `To`; a function that moves a row there takes one of them. */
export type SourceStatus<L extends Record<string, readonly PropertyKey[]>, To> = {
  [From in keyof L]: [To] extends [L[From][number]] ? From : never;
}[keyof L];
