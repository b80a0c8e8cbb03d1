import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { aPhoto, aScan, claims, kycWorld, statusOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const someone = () => aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });
const world = () => kycWorld(testbed.app, testbed.database.pool);

const ada = fixture(() => someone());
afterEach(() => {
  testbed.app.deps.now = () => new Date();
});

const at = (moment: string) => {
  testbed.app.deps.now = () => new Date(moment);
};

test('somebody who never handed anything in stands at none', async () => {
  expect(await statusOf(testbed.app, ada)).toEqual({
    status: 'none',
    submittedAt: null,
    reviewedAt: null,
    reviewNotes: null,
    expiresOn: null,
    previous: null,
  });
});

test('a customer submits front, back and selfie once, is notified by mail, and waits', async () => {
  const files = { document: aPhoto(), documentBack: aScan, selfie: aPhoto('me.png') };
  const { status, body } = await submitDocuments(testbed.app, ada, { files });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'pending', reviewedAt: null, reviewNotes: null, previous: null });
  expect(await statusOf(testbed.app, ada)).toEqual(body);
  expect((await testbed.mailbox.to(ada.email)).map(({ template }) => template)).toEqual(['kyc_received']);
  expect(await testbed.rows('select kyc_status from users where id = $1', [ada.id])).toEqual([
    { kyc_status: 'pending' },
  ]);
  expect(await testbed.rows(`select details from audit_log where action = 'kyc.submitted'`)).toEqual([
    { details: { documentType: 'passport', hasBack: true, hasSelfie: true } },
  ]);
  expect(
    await testbed.rows(
      `select f.purpose, f.owner_id, f.type from kyc_requests k
       join files f on f.id in (k.document_file, k.back_file, k.selfie_file) where k.user_id = $1 order by f.type`,
      [ada.id],
    ),
  ).toEqual([
    { purpose: 'kyc', owner_id: ada.id, type: 'application/pdf' },
    { purpose: 'kyc', owner_id: ada.id, type: 'image/png' },
    { purpose: 'kyc', owner_id: ada.id, type: 'image/png' },
  ]);
});

test('while one waits another is refused, and nothing of it is kept', async () => {
  const before = await world();
  expect(await submitDocuments(testbed.app, ada)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Your documents are already under review.', status: 'pending' },
  });
  expect(await world()).toEqual(before);
});

test('ten tabs that send at the same moment make one request; the others leave no byte behind', async () => {
  const bob = await someone();
  const before = await world();
  const answers = await Promise.all(Array.from({ length: 10 }, () => submitDocuments(testbed.app, bob)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  const after = await world();
  expect(after).toEqual({
    requests: before.requests + 1,
    files: before.files + 1,
    mails: before.mails + 1,
    actions: before.actions + 1,
    marked: before.marked + 1,
    bytes: before.bytes + 1,
  });
});

test('the same key twice is one request with one answer, and another body under it is refused', async () => {
  const [bob, key, files] = [await someone(), randomUUID(), { document: aPhoto() }];
  const answers = await Promise.all([1, 2, 3].map(() => submitDocuments(testbed.app, bob, { key, files })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await submitDocuments(testbed.app, bob, { key })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_mismatch' },
  });
  expect(await testbed.rows('select 1 from kyc_requests where user_id = $1', [bob.id])).toHaveLength(1);
});

test('the document number is nowhere in the database or the log, and what stands there is of no use elsewhere', async () => {
  const bob = await someone();
  const number = 'ZX81 77-QUJT';
  expect((await submitDocuments(testbed.app, bob, { fields: { ...claims, documentNumber: number } })).status).toBe(201);
  const [row] = await testbed.rows(
    'select document_number as encrypted, k::text as whole from kyc_requests k where user_id = $1',
    [bob.id],
  );
  const encrypted = row?.encrypted as Buffer;
  expect(encrypted.length).toBeGreaterThan(number.length + 28);
  for (const where of [String(row?.whole), encrypted.toString('latin1'), JSON.stringify(testbed.app.logged)]) {
    expect(where).not.toContain('QUJT');
  }
  expect(JSON.stringify(await testbed.rows('select * from audit_log'))).not.toContain('QUJT');
  expect(JSON.stringify(await testbed.rows('select * from test_mail'))).not.toContain('QUJT');
});

describe('what is refused leaves nothing behind', () => {
  const exe = { bytes: Buffer.from('MZ\u0090\u0000 this is a program'), name: 'passport.jpg' };
  const svg = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), name: 'passport.png' };
  const huge = { bytes: Buffer.concat([aScan.bytes, Buffer.alloc(10 * 1024 * 1024)]), name: 'passport.pdf' };
  const torn = { bytes: aPhoto().bytes.subarray(0, 40), name: 'passport.png' };
  const document = aPhoto();

  test.each([
    ['no document', { files: {} }, 400, 'file_missing', { document: 'Document Required' }],
    ['a selfie alone', { files: { selfie: aPhoto() } }, 400, 'file_missing', { document: 'Document Required' }],
    [
      'a program called jpg',
      { files: { document: exe } },
      415,
      'file_type',
      { document: 'Please select a JPG, PNG or PDF file.' },
    ],
    ['a drawing that can act', { files: { document: svg } }, 415, 'file_type', {}],
    ['a back side that is no picture', { files: { document, documentBack: exe } }, 415, 'file_type', {}],
    [
      'a selfie as PDF',
      { files: { document, selfie: aScan } },
      415,
      'file_type',
      { selfie: 'Please select a JPEG or PNG image.' },
    ],
    [
      'eleven megabytes',
      { files: { document: huge } },
      413,
      'file_too_large',
      { document: 'Please select a file smaller than 10MB' },
    ],
    ['a torn picture after a good one', { files: { document, documentBack: torn } }, 415, 'file_type', {}],
    [
      'no number',
      { fields: { ...claims, documentNumber: ' ' } },
      400,
      'invalid_input',
      { documentNumber: 'Please enter the document number' },
    ],
    ['a number of tags', { fields: { ...claims, documentNumber: '<b>1</b>' } }, 400, 'invalid_input', {}],
    [
      'no name',
      { fields: { ...claims, fullName: '' } },
      400,
      'invalid_input',
      { fullName: 'Please enter your full legal name' },
    ],
    [
      'a name of signs that nobody sees',
      { fields: { ...claims, fullName: '\u200b\u3164' } },
      400,
      'invalid_input',
      { fullName: 'Please enter your full legal name' },
    ],
    [
      'a name that turns what follows around',
      { fields: { ...claims, fullName: 'Ada \u202eibO' } },
      400,
      'invalid_input',
      {},
    ],
    ['an address of signs that nobody sees', { fields: { ...claims, address: '\u200b' } }, 400, 'invalid_input', {}],
    ['a nationality of dots', { fields: { ...claims, nationality: '...' } }, 400, 'invalid_input', {}],
    [
      'another kind of document',
      { fields: { ...claims, documentType: 'library_card' } },
      400,
      'invalid_input',
      { documentType: 'Please choose a document' },
    ],
    [
      'the thirtieth of February',
      { fields: { ...claims, dateOfBirth: '1991-02-30' } },
      400,
      'invalid_input',
      { dateOfBirth: 'Please enter your date of birth' },
    ],
    ['a birth to come', { fields: { ...claims, dateOfBirth: '2999-01-01' } }, 400, 'invalid_input', {}],
    ['nothing at all', { fields: {}, files: {} }, 400, 'invalid_input', {}],
  ])('%s', async (_what, sent, status, code, fields) => {
    const bob = await someone();
    const before = await world();
    const answer = await submitDocuments(testbed.app, bob, sent);
    expect(answer).toMatchObject({ status, body: { code, ...(Object.keys(fields).length > 0 && { fields }) } });
    expect(await world()).toEqual(before);
    expect((await statusOf(testbed.app, bob)).status).toBe('none');
  });
});

test('a user may submit on the eighteenth birthday by the server’s clock, and not a second earlier', async () => {
  const bob = await someone();
  const fields = { ...claims, dateOfBirth: '2008-03-15' };
  at('2026-03-14T23:59:59Z');
  expect(await submitDocuments(testbed.app, bob, { fields })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { dateOfBirth: 'You must be at least 18 years old' } },
  });
  at('2026-03-15T00:00:00Z');
  expect((await submitDocuments(testbed.app, bob, { fields })).status).toBe(201);
});

const line = (max: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength: max });

test('whatever stands in the fields, it is stored whole with one file, or refused with nothing left', async () => {
  const fields = fc.record({
    documentType: fc.constantFrom('passport', 'drivers_license', 'national_id', '', 'constructor'),
    documentNumber: fc.oneof(fc.stringMatching(/^[A-Z0-9][A-Z0-9 -]{0,20}$/), line(80)),
    fullName: line(130),
    dateOfBirth: fc.oneof(
      { weight: 3, arbitrary: fc.constant('1991-09-14') },
      fc.constantFrom('2020-01-01', '0001-01-01', '14.09.1991'),
      line(12),
    ),
    address: fc.oneof(line(40), line(310)),
    nationality: line(40),
  });
  await fc.assert(
    fc.asyncProperty(fields, async (sent) => {
      const bob = await someone();
      const before = await world();
      const { status } = await submitDocuments(testbed.app, bob, { fields: sent });
      const after = await world();
      const taken = status === 201 ? 1 : 0;
      expect([201, 400]).toContain(status);
      expect(after).toEqual(Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count + taken])));
      const stored = await testbed.rows('select full_name, address, nationality from kyc_requests where user_id = $1', [
        bob.id,
      ]);
      const [full_name, address, nationality] = [sent.fullName.trim(), sent.address.trim(), sent.nationality.trim()];
      expect(stored).toEqual(taken ? [{ full_name, address, nationality }] : []);
    }),
    { numRuns: 60 },
  );
}, 60_000);
