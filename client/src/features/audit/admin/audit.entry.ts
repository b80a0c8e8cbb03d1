import {
  fieldsOf,
  isEmpty,
  isRecord,
  labelOf,
  namesOfParam,
  plainValue,
  presentValue,
  unitOf,
  valueOf,
  type DetailSource,
  type DetailValue,
  type FindText,
  type Reading,
} from '#client/ui/data/declared-values.ts';
import { paramsOf } from '#shared/audit/audit.actions.ts';
import type { Param, Params } from '#shared/audit/audit.kinds.ts';

/** A recorded detail in the reader's language; for a change also the earlier value. */
export interface DetailRow {
  term: string;
  value: DetailValue;
  before?: DetailValue;
}

/** An entry in words: its sentence, in parts, and the details that the sentence leaves out. */
export interface ReadEntry {
  sentence: readonly (string | DetailValue)[];
  rows: DetailRow[];
}

/** An entry as its row shows it: a sentence with the details that it names, and the others below it. */
export function readEntry(entry: DetailSource & { action: string }, findText: FindText): ReadEntry {
  const reading = { entry, findText };
  const declaredParams = paramsOf(entry.action);
  const [first = '', ...parts] = (findText(`audit.sentences:${entry.action}`) ?? '').split(/\{\{(\w+)\}\}/);
  const names = parts.filter((_part, index) => index % 2 === 0);
  const values = names.map((name) => displayedValue(declaredParams[name], entry.details[name], reading));
  // An entry of an earlier version, or one without this detail, has the sentence that names none.
  if (names.length === 0 || values.some((value) => value === undefined))
    return {
      sentence: [findText(`audit:sentence.${entry.action}`) ?? entry.action],
      rows: rowsOf(reading, declaredParams, []),
    };
  const sentence = [first, ...parts.map((part, index) => (index % 2 === 0 ? (values[index / 2] ?? '') : part))];
  return { sentence: sentence.filter((part) => part !== ''), rows: rowsOf(reading, declaredParams, names) };
}

function displayedValue(param: Param | undefined, value: unknown, reading: Reading): DetailValue | undefined {
  if (param === undefined || isEmpty(value)) return undefined;
  // Without its unit an amount says little.
  const isBare = (param.kind === 'money' || param.kind === 'coins') && unitOf(param.unit, reading) === undefined;
  return isBare ? undefined : valueOf(param, value, reading);
}

/** The declared details in the order of their declaration, then those that nothing is declared for, by their names. */
function rowsOf(reading: Reading, declaredParams: Params, inSentence: readonly string[]): DetailRow[] {
  const { details } = reading.entry;
  const present = Object.entries(declaredParams).filter(([name]) => name in details);
  const hidden = new Set([...inSentence, ...present.flatMap(([, param]) => namesOfParam(param))]);
  const rows = present
    .filter(([name]) => !hidden.has(name))
    .flatMap(([name, param]) => rowsOfDetail(reading, name, param));
  const otherDetails = Object.entries(details).filter(([name]) => !(name in declaredParams));
  return [...rows, ...otherDetails.map(([term, value]) => ({ term, value: plainValue(value, reading) }))];
}

function rowsOfDetail(reading: Reading, name: string, param: Param): DetailRow[] {
  const { details } = reading.entry;
  const value = details[name];
  const previous = param.before === undefined ? undefined : details[param.before];
  const fields = fieldsOf(param, reading);
  if (fields && isRecord(value)) return rowsOfFields(reading, fields, value, previous);
  const isSilent = (param.isQuiet && !value) || (isEmpty(value) && param.isOptional && param.kind !== 'about');
  if (isSilent && param.before === undefined) return [];
  const row = { term: labelOf(param, reading) ?? name, value: presentValue(param, value, reading) };
  return [
    param.before !== undefined && param.before in details
      ? { ...row, before: presentValue(param, previous, reading) }
      : row,
  ];
}

/** A row for each field that differs from its earlier value. */
function rowsOfFields(
  reading: Reading,
  fields: Params,
  value: Record<string, unknown>,
  previous: unknown,
): DetailRow[] {
  const was = isRecord(previous) ? previous : {};
  const changedEntries = Object.entries(value).filter(
    ([name, item]) => !(name in was) || JSON.stringify(was[name]) !== JSON.stringify(item),
  );
  return changedEntries.map(([name, item]) => {
    const field = fields[name];
    const read = (recorded: unknown) =>
      field ? presentValue(field, recorded, reading) : plainValue(recorded, reading);
    const row = { term: (field && labelOf(field, reading)) ?? name, value: read(item) };
    return name in was ? { ...row, before: read(was[name]) } : row;
  });
}
