/** The parts of a name for comparison: without diacritics, case and separators. */
function namePartsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** True if each part of the account's name is on the document: a hint for the reviewing admin, not a decision. */
export function isSameName(claimedName: string, registeredName: string): boolean {
  const onDocument = new Set(namePartsOf(claimedName));
  const parts = namePartsOf(registeredName);
  return parts.length > 0 && parts.every((part) => onDocument.has(part));
}
