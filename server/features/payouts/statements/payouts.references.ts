/** What of a line may name an order or a batch. */
interface NamingLine {
  text: string;
  endToEndId: string;
}

/** Capitals and digits alone; behind the prefix of a reference, letters that are read for digits are digits. */
export function normaliseReference(text: string): string {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return bare.replace(
    /LF([A-Z0-9]{1,6})/g,
    (_whole, code: string) => `LF${code.replace(/O/g, '0').replace(/[IL]/g, '1')}`,
  );
}

/** References of orders that a line names, as they are stored; a text may name several. */
export function referencesIn(line: NamingLine): string[] {
  const found = [line.endToEndId, line.text].flatMap((text) => {
    const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
    // Each place where the prefix stands is tried: it may also be the end of another word.
    return [...bare.matchAll(/(?=LF([A-Z0-9]{6}))/g)].map(([, code = '']) => {
      const digits = code.replace(/O/g, '0').replace(/[IL]/g, '1');
      return `LF-${digits.slice(0, 4)}-${digits.slice(4)}`;
    });
  });
  return [...new Set(found)];
}

/** References of batches that a line names. */
export function batchReferencesIn(line: NamingLine): string[] {
  const found = `${line.endToEndId} ${line.text}`.toUpperCase().matchAll(/\bB[- ]?(\d{6,9})\b/g);
  return [...new Set([...found].map(([, digits = '']) => `B-${digits}`))];
}
