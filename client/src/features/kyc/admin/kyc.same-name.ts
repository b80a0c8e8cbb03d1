/** The words of a name as they compare: without marks, case and what stands between them. */
function namePartsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Whether a document's name may be that of the account: every word of the account's name stands on the document, in any
 * order. A help to the eye of whoever decides, not a judgement.
 */
export function isSameName(claimed: string, registered: string): boolean {
  const onDocument = new Set(namePartsOf(claimed));
  const words = namePartsOf(registered);
  return words.length > 0 && words.every((word) => onDocument.has(word));
}
