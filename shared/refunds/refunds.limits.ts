/** A customer who bears the network fee gets at most this much of the refund less, in per cent. */
export const maxFeePercent = 5;
