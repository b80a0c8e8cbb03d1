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
  type EntryContext,
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
  const context = { entry, findText };
  const declaredParams = paramsOf(entry.action);
  const [first = '', ...parts] = (findText(`audit.sentences:${entry.action}`) ?? '').split(/\{\{(\w+)\}\}/);
  const names = parts.filter((_part, index) => index % 2 === 0);
  const values = names.map((name) => displayedValue(declaredParams[name], entry.details[name], context));
  // An entry of an earlier version, or one without this detail, has the sentence that names none.
  if (names.length === 0 || values.some((value) => value === undefined))
    return {
      sentence: [findText(`audit:sentence.${entry.action}`) ?? entry.action],
      rows: rowsOf(context, declaredParams, []),
    };
  const sentence = [first, ...parts.map((part, index) => (index % 2 === 0 ? (values[index / 2] ?? '') : part))];
  return { sentence: sentence.filter((part) => part !== ''), rows: rowsOf(context, declaredParams, names) };
}

function displayedValue(param: Param | undefined, value: unknown, context: EntryContext): DetailValue | undefined {
  if (param === undefined || isEmpty(value)) return undefined;
  // An amount without its unit is misleading.
  const isBare = (param.kind === 'money' || param.kind === 'coins') && unitOf(param.unit, context) === undefined;
  return isBare ? undefined : valueOf(param, value, context);
}

/** Lists the declared details in the order of their declaration, then undeclared ones by name. */
function rowsOf(context: EntryContext, declaredParams: Params, namesInSentence: readonly string[]): DetailRow[] {
  const { details } = context.entry;
  const presentParams = Object.entries(declaredParams).filter(([name]) => name in details);
  const hiddenNames = new Set([...namesInSentence, ...presentParams.flatMap(([, param]) => namesOfParam(param))]);
  const rows = presentParams
    .filter(([name]) => !hiddenNames.has(name))
    .flatMap(([name, param]) => rowsOfDetail(context, name, param));
  const otherDetails = Object.entries(details).filter(([name]) => !(name in declaredParams));
  return [...rows, ...otherDetails.map(([term, value]) => ({ term, value: plainValue(value, context) }))];
}

function rowsOfDetail(context: EntryContext, name: string, param: Param): DetailRow[] {
  const { details } = context.entry;
  const value = details[name];
  const previousValue = param.before === undefined ? undefined : details[param.before];
  const fields = fieldsOf(param, context);
  if (fields && isRecord(value)) return rowsOfFields(context, fields, value, previousValue);
  const isSilent = (param.isQuiet && !value) || (isEmpty(value) && param.isOptional && param.kind !== 'about');
  if (isSilent && param.before === undefined) return [];
  const row = { term: labelOf(param, context) ?? name, value: presentValue(param, value, context) };
  return [
    param.before !== undefined && param.before in details
      ? { ...row, before: presentValue(param, previousValue, context) }
      : row,
  ];
}

/** A row for each field that differs from its earlier value. */
function rowsOfFields(
  context: EntryContext,
  fields: Params,
  value: Record<string, unknown>,
  previousValue: unknown,
): DetailRow[] {
  const previousRecord = isRecord(previousValue) ? previousValue : {};
  const changedEntries = Object.entries(value).filter(
    ([name, item]) => !(name in previousRecord) || JSON.stringify(previousRecord[name]) !== JSON.stringify(item),
  );
  return changedEntries.map(([name, item]) => {
    const field = fields[name];
    const readValue = (recordedValue: unknown) =>
      field ? presentValue(field, recordedValue, context) : plainValue(recordedValue, context);
    const row = { term: (field && labelOf(field, context)) ?? name, value: readValue(item) };
    return name in previousRecord ? { ...row, before: readValue(previousRecord[name]) } : row;
  });
}
