import { expect, test } from 'vitest';
import { auditEntry } from '#shared/audit/audit.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { foldViews } from './audit.fold.ts';

const anEntry = (id: string, action: string, actorId: string): AuditEntry => {
  return { ...blankOf(auditEntry), id, action, actorId, subjectType: 'file', subjectId: id };
};
const shapeOf = (entries: AuditEntry[], readerId?: string) =>
  foldViews(entries, readerId).map((row) => (row.kind === 'entry' ? row.id : row.views.map(({ id }) => id)));

test('views by the reader that follow one another are one row, and what was done between them stays where it was', () => {
  const entries = [
    anEntry('9', 'file.viewed', 'me'),
    anEntry('8', 'kyc.viewed', 'me'),
    anEntry('7', 'user.blocked', 'me'),
    anEntry('6', 'file.viewed', 'me'),
    anEntry('5', 'file.viewed', 'colleague'),
    anEntry('4', 'file.viewed', 'colleague'),
  ];
  expect(shapeOf(entries, 'me')).toEqual([['9', '8'], '7', '6', '5', '4']);
  expect(shapeOf(entries, 'colleague')).toEqual(['9', '8', '7', '6', ['5', '4']]);
});

test('nothing is folded for a reader who is not known yet', () => {
  expect(shapeOf([anEntry('2', 'file.viewed', 'me'), anEntry('1', 'file.viewed', 'me')])).toEqual(['2', '1']);
});

test('a folded row keeps its name when a newer view comes', () => {
  const [older, newer, newest] = ['1', '2', '3'].map((id) => anEntry(id, 'file.viewed', 'me'));
  if (!older || !newer || !newest) throw new Error('There are three entries.');
  expect(foldViews([newest, newer, older], 'me')[0]?.id).toBe(foldViews([newer, older], 'me')[0]?.id);
});
