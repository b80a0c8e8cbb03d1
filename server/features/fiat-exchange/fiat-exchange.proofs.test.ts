import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { MailMessage } from '#server/features/mail/mail.service.ts';
import { failWithoutProof } from '#server/features/orders/open/orders.proof.service.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { anExchange, sendProof, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { aPdf } from '#tests/factories/files.ts';
import { aProof, aQuote, aSeller, orderOf, submit, worldOf, type Seller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, codeOf } from '#tests/setup/calls.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, mailbox, rows } = openTestbed();
const admin = fixture(() => theAdmin(app));
afterEach(() => {
  app.deps.now = () => new Date();
});

const world = () => worldOf(app, database.pool);
const someone = () => aSeller(app, database.pool);
const hoursLater = (hours: number) => {
  app.deps.now = () => new Date(Date.now() + hours * 3_600_000);
};
const readOrder = async (id: string, seller: Seller) => (await callsOf(app, seller).get(`transactions/${id}`)).body;
const cancel = (id: string, seller: Seller) => callsOf(app, seller).post(`transactions/${id}/cancel`);
const decide = (id: string, json: object) => admin.put(`transactions/${id}/status`, json);

describe('a payment proof', () => {
  test('arrives later, as picture or PDF, once, and asks the administrator for a decision', async () => {
    const friend = await someone();
    const { id, reference } = await anExchange(app, friend);
    const earlyDecision = await decide(id, { status: 'completed', adminNotes: 'n', adminTransactionId: 't' });
    expect([earlyDecision.status, earlyDecision.body.code]).toEqual([422, 'proof_missing']);
    expect(await codeOf(decide(id, { status: 'processing' }))).toBe('proof_missing');
    const response = await sendProof(app, friend, id, { proof: aPdf, type: 'application/pdf', name: 'slip.pdf' });
    expect(response.status).toBe(200);
    expect(response.body.transaction).toMatchObject({
      awaitingProof: false,
      version: 2,
      paymentProofFiles: [{ originalName: 'slip.pdf' }],
      events: [{ to: 'pending' }, { from: 'pending', to: 'pending', by: 'customer' }],
    });
    const worldBefore = await world();
    expect(await codeOf(sendProof(app, friend, id))).toBe('conflict');
    expect(await world()).toEqual(worldBefore);
    expect((await decide(id, { status: 'processing' })).status).toBe(200);
    expect(await codeOf(sendProof(app, friend, id))).toBe('already_decided');
    const mailsTo = async (email: string) =>
      (await mailbox.to(email)).filter(({ data }) => data.reference === reference);
    const notices = [{ template: 'new_order_notice', data: { kind: 'fiat' } }];
    expect(await mailsTo(adminEmail)).toMatchObject(notices);
    const names = (await mailsTo(friend.email)).map(({ template }) => template);
    expect(names).toEqual(['order_awaiting_proof', 'order_received', 'order_processing']);
  });

  test('that is sent many times at once is stored once', async () => {
    const friend = await someone();
    const { id } = await anExchange(app, friend);
    const worldBefore = await world();
    const send = () => sendProof(app, friend, id, { key: randomUUID() });
    const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const after = await world();
    expect([(after.files ?? 0) - (worldBefore.files ?? 0), after.bytes - worldBefore.bytes]).toEqual([1, 1]);
  });

  test('is refused if it is missing, a web page, too large, or for another customer’s order', async () => {
    const friend = await someone();
    const stranger = await someone();
    const { id } = await anExchange(app, friend);
    const worldBefore = await world();
    const big = Buffer.concat([aProof(), Buffer.alloc(10 * 1024 * 1024)]);
    expect(await codeOf(sendProof(app, friend, id, { proof: null }))).toBe('file_missing');
    expect(await codeOf(sendProof(app, friend, id, { proof: Buffer.from('<html>') }))).toBe('file_type');
    expect(await codeOf(sendProof(app, friend, id, { proof: big }))).toBe('file_too_large');
    const strangers = await sendProof(app, stranger, id);
    const nobodys = await sendProof(app, stranger, randomUUID());
    expect([strangers.status, strangers.body.message]).toEqual([404, nobodys.body.message]);
    expect(await world()).toEqual(worldBefore);
  });
});

describe('an exchange without proof', () => {
  test('stays as it was when a stranger cancels it', async () => {
    const bob = await someone();
    const eve = await someone();
    const { id } = await anExchange(app, bob);
    const before = await readOrder(id, bob);
    const [foreign, unknown] = [await cancel(id, eve), await cancel(randomUUID(), eve)];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect(await readOrder(id, bob)).toEqual(before);
  });

  test('can be cancelled by its owner alone', async () => {
    const bob = await someone();
    const { id } = await anExchange(app, bob);
    expect((await cancel(id, await someone())).status).toBe(404);
    const endStep = { to: 'failed', by: 'customer', because: { reason: 'cancelled_by_customer' } };
    const body = { status: 'failed', awaitingProof: false, adminNotes: null, events: [{}, endStep] };
    expect(await cancel(id, bob)).toMatchObject({ status: 200, body });
    expect(await cancel(id, bob)).toMatchObject({ status: 409, body: { code: 'already_decided' } });
    expect(await codeOf(sendProof(app, bob, id))).toBe('already_decided');
    const provenExchange = await anExchange(app, bob, { ...someDollars, amount: 7 });
    await sendProof(app, bob, provenExchange.id);
    expect(await codeOf(cancel(provenExchange.id, bob))).toBe('conflict');
    const sale = await submit(app, bob, orderOf(await aQuote(app, bob)));
    expect(await codeOf(cancel(sale.body.id, bob))).toBe('conflict');
  });

  test('fails after 24 hours, and each reader reads that in their language', async () => {
    const bob = await someone();
    await rows(`update users set language = 'es' where id = $1`, [bob.id]);
    const forgottenExchange = await anExchange(app, bob);
    const provenExchange = await anExchange(app, bob, { ...someDollars, amount: 8 });
    await sendProof(app, bob, provenExchange.id);
    hoursLater(23.9);
    await failWithoutProof(app.deps);
    expect((await readOrder(forgottenExchange.id, bob)).status).toBe('pending');
    hoursLater(24.1);
    await Promise.all([failWithoutProof(app.deps), failWithoutProof(app.deps)]);
    const body = await readOrder(forgottenExchange.id, bob);
    const cause = { reason: 'proof_not_received', params: { hours: 24 } };
    const endStep = { by: 'system', to: 'failed', note: null, because: cause };
    const adminNotes = expect.stringContaining('No recibimos el comprobante de pago en 24 horas.') as string;
    expect(body).toMatchObject({ status: 'failed', adminNotes, events: [{ because: null }, endStep] });
    const [sentMail] = await mailbox.to(bob.email, 'order_failed');
    expect(renderedMail(sentMail as unknown as MailMessage, { language: 'es' }).text).toContain(
      'No recibimos el comprobante de pago en 24 horas. Si ya pagó, escriba a soporte e indique la referencia.',
    );
    app.deps.now = () => new Date();
    const book = await admin.text('transactions/export?format=csv');
    const line = book.split('\n').find((text) => text.includes(String(body.reference)));
    expect(line).toContain('We received no proof of payment within 24 hours.');
    expect((await readOrder(provenExchange.id, bob)).status).toBe('pending');
  });

  test('ends in one way when it is cancelled, expired and proven at the same moment', async () => {
    const bob = await someone();
    const { id } = await anExchange(app, bob);
    hoursLater(25);
    await Promise.all([cancel(id, bob), sendProof(app, bob, id), failWithoutProof(app.deps)]);
    const { status, paymentProofFiles, events } = orderDetails.parse(await readOrder(id, bob));
    expect(status === 'failed' ? paymentProofFiles : []).toEqual([]);
    expect(status === 'pending' ? paymentProofFiles : [1]).toHaveLength(1);
    expect(events).toHaveLength(2);
  });

  test('shows the accounts it was opened with, even after the database was edited', async () => {
    const { id } = await anExchange(app, await someone());
    const edit = rows(`update orders set payment_instructions = '[]' where id = $1`, [id]);
    await expect(edit).rejects.toThrow('an order keeps the terms it was made with');
    const carried = rows(`update orders set status = 'processing', version = 2 where id = $1`, [id]);
    await expect(carried).rejects.toThrow('an order without proof is not carried out');
  });
});
