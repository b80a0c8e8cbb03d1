/** 32 unambiguous characters: the letters I, L, O and U are left out, so that 0 and 1 are clear. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
