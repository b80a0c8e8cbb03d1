/** The letters at each end of an address by which people compare it with that of their wallet. */
export const edgeLetters = 6;
