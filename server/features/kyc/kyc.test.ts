import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { plainLine } from '#shared/kernel/plain-text.ts';
import { aPhoto, aScan, claims, openKyc, type Documents } from '#tests/factories/kyc.ts';
import type { Seller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { expireDocuments } from './kyc.service.ts';

const testbed = openTestbed();
const { app, mailbox, rows } = testbed;
const otherProcess = fixture(() => testbed.another());
const { admin, someone, submit, aRequest, decision, statusOf, markOf, world } = openKyc(testbed);

const ada = fixture(() => someone());
afterEach(() => {
  app.deps.now = () => new Date();
});

test('a customer who submitted nothing has the status none', async () => {
  const noRequest = { submittedAt: null, reviewedAt: null, reviewNotes: null, expiresOn: null, previous: null };
  expect(await statusOf(ada)).toEqual({ status: 'none', ...noRequest });
});

test('a customer submits front, back and selfie once, is notified by mail, and waits', async () => {
  const files = { document: aPhoto(), documentBack: aScan, selfie: aPhoto('me.png') };
  const { status, body } = await submit(ada, { files });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'pending', reviewedAt: null, reviewNotes: null, previous: null });
  expect(await statusOf(ada)).toEqual(body);
  expect(await mailbox.names(ada.email)).toEqual(['kyc_received']);
  expect(await markOf(ada)).toBe('pending');
  expect(await rows(`select details from audit_log where action = 'kyc.submitted'`)).toEqual([
    { details: { documentType: 'passport', hasBack: true, hasSelfie: true } },
  ]);
  const storedRows = await rows(
    `select f.purpose, f.owner_id, f.type from kyc_requests k
     join files f on f.id in (k.document_file, k.back_file, k.selfie_file) where k.user_id = $1 order by f.type`,
    [ada.id],
  );
  const types = ['application/pdf', 'image/png', 'image/png'];
  expect(storedRows).toEqual(types.map((type) => ({ purpose: 'kyc', owner_id: ada.id, type })));
});

test('a second request is refused while one waits, and nothing of it is stored', async () => {
  const bob = await someone();
  await submit(bob);
  const worldBefore = await world();
  const refusal = { code: 'conflict', message: 'Your documents are already under review.', status: 'pending' };
  expect(await submit(bob)).toMatchObject({ status: 409, body: refusal });
  expect(await world()).toEqual(worldBefore);
});

const ofRequest = ['requests', 'files', 'mails', 'actions', 'marked', 'bytes'];
/** The earlier counts with this many requests more, each with one file. */
const withMore = (before: Awaited<ReturnType<typeof world>>, more: number) =>
  Object.fromEntries(
    Object.entries(before).map(([name, count]) => [name, ofRequest.includes(name) ? count + more : count]),
  );

test('ten tabs that send at once make one request and leave no other file', async () => {
  const bob = await someone();
  const worldBefore = await world();
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => submit(bob)))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409, 409, 409, 409, 409]);
  expect(await world()).toEqual(withMore(worldBefore, 1));
});

test('a repeated key is one request with one answer, and another body under it is refused', async () => {
  const [bob, key, files] = [await someone(), randomUUID(), { document: aPhoto() }];
  const answers = await Promise.all([1, 2, 3].map(() => submit(bob, { key, files })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await submit(bob, { key })).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  expect(await rows('select 1 from kyc_requests where user_id = $1', [bob.id])).toHaveLength(1);
});

test('the document number is readable neither in the database nor in the log', async () => {
  const bob = await someone();
  const documentNumber = 'ZX81 77-QUJT';
  expect((await submit(bob, { fields: { ...claims, documentNumber } })).status).toBe(201);
  const [row] = await rows(
    'select document_number as encrypted, k::text as whole from kyc_requests k where user_id = $1',
    [bob.id],
  );
  const encrypted = row?.encrypted as Buffer;
  expect(encrypted.length).toBeGreaterThan(documentNumber.length + 28);
  const otherPlaces = [app.logged, await rows('select * from audit_log'), await rows('select * from test_mail')];
  const storedTexts = [row?.whole, encrypted.toString('latin1'), JSON.stringify(otherPlaces)].map(String);
  for (const where of storedTexts) expect(where).not.toContain('QUJT');
});

describe('a refused request stores nothing', () => {
  const exe = { bytes: Buffer.from('MZ\u0090\u0000 this is a program'), name: 'passport.jpg' };
  const svg = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), name: 'passport.png' };
  const huge = { bytes: Buffer.concat([aScan.bytes, Buffer.alloc(10 * 1024 * 1024)]), name: 'passport.pdf' };
  const torn = { bytes: aPhoto().bytes.subarray(0, 40), name: 'passport.png' };
  const document = aPhoto();
  const tooLarge = 'Please select a file smaller than 10MB';
  const noName = { fullName: 'Please enter your full legal name' };

  type Words = Record<string, string>;
  const files: [what: string, files: Documents, status: number, code: string, words?: Words][] = [
    ['no document', {}, 400, 'file_missing', { document: 'Document Required' }],
    ['a selfie alone', { selfie: aPhoto() }, 400, 'file_missing', { document: 'Document Required' }],
    [
      'a program called jpg',
      { document: exe },
      415,
      'file_type',
      { document: 'Please select a JPG, PNG or PDF file.' },
    ],
    ['a drawing that can act', { document: svg }, 415, 'file_type'],
    ['a back side that is no picture', { document, documentBack: exe }, 415, 'file_type'],
    [
      'a selfie as PDF',
      { document, selfie: aScan },
      415,
      'file_type',
      { selfie: 'Please select a JPEG or PNG image.' },
    ],
    ['eleven megabytes', { document: huge }, 413, 'file_too_large', { document: tooLarge }],
    ['a torn picture after a good one', { document, documentBack: torn }, 415, 'file_type'],
  ];
  const fields: [what: string, changes: Words | null, words?: Words][] = [
    ['no number', { documentNumber: ' ' }, { documentNumber: 'Please enter the document number' }],
    ['a number of tags', { documentNumber: '<b>1</b>' }],
    ['no name', { fullName: '' }, noName],
    ['a name of signs that nobody sees', { fullName: '\u200b\u3164' }, noName],
    ['an address of signs that nobody sees', { address: '\u200b' }],
    ['a nationality of dots', { nationality: '...' }],
    ['another kind of document', { documentType: 'library_card' }, { documentType: 'Please choose a document' }],
    ['the thirtieth of February', { dateOfBirth: '1991-02-30' }, { dateOfBirth: 'Please enter your date of birth' }],
    ['a birth to come', { dateOfBirth: '2999-01-01' }],
    ['nothing at all', null],
  ];
  type Refusal = [what: string, sent: Parameters<typeof submit>[1], status: number, code: string, words?: Words];
  test.each<Refusal>([
    ...files.map(([file, sentFile, ...refused]): Refusal => [file, { files: sentFile }, ...refused]),
    ...fields.map(([field, changes, words]): Refusal => {
      const submission = changes ? { fields: { ...claims, ...changes } } : { fields: {}, files: {} };
      return [field, submission, 400, 'invalid_input', words];
    }),
  ])('%s', async (_what, submission, status, code, words) => {
    const bob = await someone();
    const worldBefore = await world();
    expect(await submit(bob, submission)).toMatchObject({ status, body: { code, ...(words && { fields: words }) } });
    expect(await world()).toEqual(worldBefore);
    expect((await statusOf(bob)).status).toBe('none');
  });
});

test('a name loses every character that changes the direction of text', async () => {
  const bob = await someone();
  expect((await submit(bob, { fields: { ...claims, fullName: 'Ada \u202eibO' } })).status).toBe(201);
  expect(await rows('select full_name from kyc_requests where user_id = $1', [bob.id])).toEqual([
    { full_name: 'Ada ibO' },
  ]);
});

test('a user may submit on the eighteenth birthday by the server’s clock, and not a second earlier', async () => {
  const bob = await someone();
  const submitAt = (moment: string) => {
    app.deps.now = () => new Date(moment);
    return submit(bob, { fields: { ...claims, dateOfBirth: '2008-03-15' } });
  };
  const tooYoung = { code: 'invalid_input', fields: { dateOfBirth: 'You must be at least 18 years old' } };
  expect(await submitAt('2026-03-14T23:59:59Z')).toMatchObject({ status: 400, body: tooYoung });
  expect((await submitAt('2026-03-15T00:00:00Z')).status).toBe(201);
});

const plain = (input: string) => plainLine(input).trim();
const line = (max: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength: max });

test('any input is stored whole with one file, or refused completely', async () => {
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
  let worldBefore = await world();
  await fc.assert(
    fc.asyncProperty(fields, async (submission) => {
      const bob = await someone();
      const { status } = await submit(bob, { fields: submission });
      expect([201, 400]).toContain(status);
      const isTaken = status === 201;
      const after = await world();
      expect(after).toEqual(withMore(worldBefore, isTaken ? 1 : 0));
      worldBefore = after;
      const storedQuery = 'select full_name, address, nationality from kyc_requests where user_id = $1';
      const [name, address, nationality] = [submission.fullName, submission.address, submission.nationality].map(plain);
      const full_name = name?.replace(/\p{Zs}+/gu, ' ');
      expect(await rows(storedQuery, [bob.id])).toEqual(isTaken ? [{ full_name, address, nationality }] : []);
    }),
    { numRuns: 60 },
  );
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const approve = (id: string, expiresOn?: string) =>
  decision(id, { status: 'approved', notes: 'All agrees.', ...(expiresOn !== undefined && { expiresOn }) });
async function anApproved(expiresOn?: string) {
  const request = await aRequest();
  expect((await approve(request.id, expiresOn)).status).toBe(200);
  return request;
}
const revoke = (id: string, reason: unknown, calls: Pick<typeof admin, 'put'> = admin) =>
  calls.put(`kyc-requests/${id}/revoke`, { reason });
/** Rest of the limit, in both processes; null when there is none. */
const leftOf = (seller: Seller) =>
  Promise.all([app, otherProcess].map(async (at) => (await callsOf(at, seller).get('sell-allowance')).body.leftUsd));
const age = (id: string, days: number) =>
  rows(`update kyc_requests set expires_on = expires_on - $2::int where id = $1`, [id, days]);
const expireInBoth = () => Promise.all([expireDocuments(app.deps), expireDocuments(otherProcess.deps)]);

describe('a revoked approval', () => {
  test('applies the limit again in every process at once, and its customer may submit again', async () => {
    const { user, id } = await anApproved();
    expect(await leftOf(user)).toEqual([null, null]);
    const reason = 'The document was reported as stolen.';
    const body = { status: 'revoked', reviewNotes: 'All agrees.', endedReason: reason };
    expect(await revoke(id, reason)).toMatchObject({ status: 200, body });
    expect(await leftOf(user)).toEqual([1000, 1000]);
    const previous = { fullName: claims.fullName };
    expect(await statusOf(user)).toMatchObject({ status: 'revoked', reviewNotes: reason, previous });
    expect((await mailbox.to(user.email)).at(-1)).toMatchObject({ template: 'kyc_revoked', data: { notes: reason } });
    expect(await markOf(user)).toBe('revoked');
    const auditRows = `select details from audit_log where action = 'kyc.revoked' and subject_id = $1`;
    expect(await rows(auditRows, [id])).toEqual([{ details: { userId: user.id } }]);
    const secondRequest = await aRequest({}, user);
    expect((await decision(secondRequest.id)).body.status).toBe('approved');
    expect(await leftOf(user)).toEqual([null, null]);
  });

  test('needs a reason, an approval to revoke, and an administrator', async () => {
    const [{ user, id }, waiting] = [await anApproved(), await aRequest()];
    const fields = { reason: 'Please say why. The customer reads it.' };
    for (const reason of [undefined, '', ' \n', '\u200b'])
      expect(await revoke(id, reason)).toMatchObject({ status: 400, body: { fields } });
    expect(await revoke(waiting.id, 'No.')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await revoke(id, 'Mine.', callsOf(app, user, '/api/admin/'))).status).toBe(403);
    const answers = await Promise.all([revoke(id, 'One.'), revoke(id, 'Two.')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_revoked']);
  });
});

describe('an identity document', () => {
  test('is not approved after its expiry, and is refused with an impossible day', async () => {
    const { id } = await aRequest();
    const fields = { expiresOn: 'This document has already expired, so it cannot be approved.' };
    expect(await approve(id, inDays(-2))).toMatchObject({ status: 400, body: { fields } });
    expect((await approve(id, '2031-02-30')).status).toBe(400);
    expect(await approve(id, '')).toMatchObject({ status: 200, body: { expiresOn: null } });
  });

  test('is invalid from the day after its last one, before any job ran, and can be replaced', async () => {
    const { user, id } = await anApproved(inDays(2));
    expect(await statusOf(user)).toMatchObject({ status: 'approved', expiresOn: inDays(2) });
    expect(await leftOf(user)).toEqual([null, null]);
    await age(id, 4);
    expect(await leftOf(user)).toEqual([1000, 1000]);
    expect((await statusOf(user)).status).toBe('expired');
    expect((await submit(user)).status).toBe(201);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired', 'kyc_received']);
  });

  test('is recorded as expired once, and its owner is notified by mail and on open lists', async () => {
    const { user, id } = await anApproved(inDays(2));
    await age(id, 4);
    await expireInBoth();
    const storedRows = await rows('select status, ended_at is not null as ended from kyc_requests where id = $1', [id]);
    expect(storedRows).toEqual([{ status: 'expired', ended: true }]);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expired']);
    const requests = await admin.list('kyc-requests?status=expired');
    expect(requests.find((request) => request.id === id)).toMatchObject({ endedReason: null });
  });

  test('is announced once, thirty days before it expires', async () => {
    const { user, id } = await anApproved(inDays(40));
    await expireDocuments(app.deps);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved']);
    await age(id, 11);
    await expireInBoth();
    await expireDocuments(app.deps);
    expect(await mailbox.names(user.email)).toEqual(['kyc_received', 'kyc_approved', 'kyc_expiring']);
    const [mail] = await mailbox.to(user.email, 'kyc_expiring');
    expect(mail?.data).toEqual({ firstName: 'Ada', expiresOn: inDays(29) });
    expect(await leftOf(user)).toEqual([null, null]);
  });
});
