import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { lineAt, UnreadableStatement } from './payouts.statement.values.ts';

const utf8 = 'utf-8' as const;
const singleByte = ['iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1251', 'windows-1252'];
const dosPages = ['cp437', 'cp850', 'cp852'];
const readable = new Set([utf8, 'us-ascii', ...singleByte, ...dosPages]);
const otherNames: Partial<Record<string, string>> = {
  ibm437: 'cp437',
  ibm850: 'cp850',
  ibm852: 'cp852',
  utf8,
  latin1: 'iso-8859-1',
};

/** Control characters that no text of a bank holds, and those that stand for a byte without a meaning. */
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/;

const unfitCharacter = new RegExp(`${unprintable.source}|\\uFFFD|\\p{Surrogate}`, 'u');

/** Text of a file: by its byte order mark, else in the encoding given. Throws on bytes that do not fit. */
export function decodeStatement(bytes: Uint8Array, encoding: string): string {
  const mark = markOf(bytes);
  const encodingName = encoding.toLowerCase();
  const name = mark ?? otherNames[encodingName] ?? encodingName;
  if (!mark && !readable.has(name)) throw new UnreadableStatement(1, 'charset', encoding);
  const { text, isWhole } = decode(bytes, name);
  const body = withoutTransport(text);
  const at = body.search(isWhole ? unprintable : unfitCharacter);
  if (at >= 0) throw new UnreadableStatement(lineAt(body, at), 'charset', aroundOf(body, at));
  return body;
}

/** The words around a sign, by which its place is found. */
function aroundOf(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 20).replaceAll(new RegExp(unfitCharacter, 'gu'), '?');
}

/** Bytes that do not fit become the sign for such bytes; a file that is whole may hold it by itself. */
function decode(bytes: Uint8Array, name: string): { text: string; isWhole: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (name === 'us-ascii') return { text: iconv.decode(buffer, 'ascii'), isWhole: buffer.every((byte) => byte < 128) };
  return { text: iconv.decode(buffer, name), isWhole: name === utf8 && isUtf8(buffer) };
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? utf8 : undefined;
}

/**
 * Start and end of a message, padding and the end of a DOS file: signs of the line that a file came by, at the edges of
 * its lines.
 */
const transport = /(?<=^|[\r\n}-])[\u0000-\u0004\u001A]+/g;
const isTransport = (code: number) => code <= 4 || code === 0x1a;

function withoutTransport(text: string): string {
  let end = text.length;
  while (end > 0 && isTransport(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end).replaceAll(transport, '');
}

/** Countries whose banks wrote the DOS page of Central Europe. */
const centralEurope = new Set(['AL', 'BA', 'CZ', 'HR', 'HU', 'ME', 'PL', 'RO', 'RS', 'SI', 'SK']);
/** Bytes without a letter in windows-1252 that are letters within words in a DOS page: ü, ä, ö, é. */
const dosLetter = /[\x81\x8d\x8f\x90\x9d]|[A-Za-z][\x82\x84\x94](?=[a-z])/;

/** UTF-8, else what banks wrote before it: windows-1252, or the DOS page of the country of the account. */
export function encodingOf(bytes: Uint8Array, country?: string): 'utf-8' | 'windows-1252' | 'cp850' | 'cp852' {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A file with a mark is read by it, under any declared encoding.
  if (markOf(bytes) || isUtf8(buffer)) return utf8;
  if (!dosLetter.test(buffer.toString('latin1'))) return 'windows-1252';
  return centralEurope.has(country ?? '') ? 'cp852' : 'cp850';
}

/** The text of a file that does not say how it is encoded. */
export const decodeUtf8OrOlder = (bytes: Uint8Array, country: string | undefined): string =>
  decodeStatement(bytes, encodingOf(bytes, country));
