import type { ParsedLine } from './payouts.statement.values.ts';

const keyword = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|PURP|IBAN|BIC)\+/;

/**
 * Adds a field 86 to its booking: in parts of two digits behind a sign, in parts between slashes, or free text. A
 * booking may have several of them, and what one says stays where the next says nothing.
 */
export function addDetails(line: ParsedLine, value: string): void {
  const [, behindCode, first] = /^\d{3}\s?([^\dA-Za-z\s])(?=\d{2})|^([?~<>^])(?=\d{2})/.exec(value) ?? [];
  const separator = behindCode ?? first;
  if (separator === undefined) addFreeText(line, value);
  else
    addParts(
      line,
      value
        .replaceAll('\n', '')
        .split(new RegExp(`\\${separator}(?=\\d{2})`))
        .slice(1),
    );
}

function addFreeText(line: ParsedLine, value: string): void {
  const unbrokenText = value.replaceAll('\n', '');
  const spacedText = value.replaceAll('\n', ' ').trim();
  const valueOfTag = (name: string, text: string) => new RegExp(`/${name}/+([^/]+)`).exec(text)?.[1]?.trim() ?? '';
  line.endToEndId ||= valueOfTag('EREF', unbrokenText);
  line.counterpartyName ||= valueOfTag('NAME', spacedText);
  line.counterpartyAccount ||= valueOfTag('IBAN', unbrokenText);
  line.text = [line.text, spacedText].filter(Boolean).join(' ');
}

function addParts(line: ParsedLine, parts: readonly string[]): void {
  const partsOf = (numbers: RegExp) =>
    parts.filter((part) => numbers.test(part.slice(0, 2))).map((part) => part.slice(2));
  const purpose = partsOf(/^[26]\d$/)
    .join('')
    .split(keyword);
  const valueOfTag = (name: string) => purpose[purpose.indexOf(name) + 1]?.trim() ?? '';
  const hasPurpose = (name: string) => purpose.length > 1 && purpose.includes(name);
  if (hasPurpose('EREF')) line.endToEndId ||= valueOfTag('EREF');
  // A batch is named by its message.
  const texts = purpose.length === 1 ? purpose : ['SVWZ', 'KREF'].filter(hasPurpose).map(valueOfTag);
  line.text = [...new Set([line.text, ...texts])].filter(Boolean).join(' ');
  line.counterpartyAccount ||= partsOf(/^31$/).join('').trim() || partsOf(/^38$/).join('').trim();
  line.counterpartyName ||= partsOf(/^3[23]$/)
    .join('')
    .trim();
}
