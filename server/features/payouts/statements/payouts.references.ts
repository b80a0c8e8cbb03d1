/** Parts of a line that may name an order or a batch. */
export interface NamingLine {
  text: string;
  endToEndId: string;
}

/** Orders and batches that a line names. */
export interface Names {
  references: string[];
  batchReferences: string[];
}

/** The references and names in a line, found by reading its texts once. */
export function namesIn(line: NamingLine): Names {
  return { references: referencesIn(line), batchReferences: batchReferencesIn(line) };
}

/** A line that names more is about none of them. */
const maxNames = 20;

/** Capitals and digits alone; behind the prefix of a reference, letters that are read for digits are digits. */
export function normaliseReference(text: string): string {
  const plainText = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plainText.replace(
    /LF([A-Z0-9]{1,6})/g,
    (_whole, code: string) => `LF${code.replace(/O/g, '0').replace(/[IL]/g, '1')}`,
  );
}

/** References of orders that a line names, as they are stored; a text may name several. */
function referencesIn(line: NamingLine): string[] {
  const references = new Set<string>();
  for (const text of [line.endToEndId, line.text]) {
    const plainText = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
    // Each occurrence of the prefix is tried, because it may also end another word.
    for (
      let at = plainText.indexOf('LF');
      at >= 0 && references.size < maxNames;
      at = plainText.indexOf('LF', at + 1)
    ) {
      const digits = plainText
        .slice(at + 2, at + 8)
        .replace(/O/g, '0')
        .replace(/[IL]/g, '1');
      if (digits.length === 6) references.add(`LF-${digits.slice(0, 4)}-${digits.slice(4)}`);
    }
  }
  return [...references];
}

/** References of batches that a line names. */
function batchReferencesIn(line: NamingLine): string[] {
  const matches = `${line.endToEndId} ${line.text}`.toUpperCase().matchAll(/\bB[- ]?(\d{6,9})\b/g);
  return [...new Set([...matches].slice(0, maxNames).map(([, digits = '']) => `B-${digits}`))];
}
