import { describe, expect, test, vi } from 'vitest';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { anOffer, someOffer } from '#tests/factories/offers.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcome, outcomeOf, outcomesOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { insertOffer, type OfferTerms } from './offers.queries.ts';
import { eraseOffersPersonalData } from './offers.service.ts';

const testbed = openTestbed();
const { app, audit, database, rows } = testbed;
const newSeller = (who?: { kyc: 'none' }) => aSeller(app, database.pool, who);
const rita = fixture(() => aColleague(testbed, 'reviewer'));
const support = fixture(() => aColleague(testbed, 'support'));
const take = (who: { token: string }, code: string) => callsOf(app, who).post(`offers/${code}/take`);
const visit = (code: string, token?: string) => app.call('GET', `/api/offers/${code}`, token ? { token } : {});
const stateOf = async (id: string) => (await rita.list('offers')).find((offer) => offer.id === id)?.state;
const changeBehind = (change: string) =>
  database.pool.query(`set session_replication_role = replica; ${change}; set session_replication_role = default`);

describe('an offer', () => {
  test('has the price of a quote at the market, or its own if the team promises less', async () => {
    const ada = await newSeller();
    const atMarket = await anOffer(rita);
    const sold = { cryptoId: someOffer.coinId, cryptoAmount: 500, targetCurrency: 'NGN' };
    const { body: quote } = await callsOf(app, ada).post('sell-quotes', sold);
    expect(atMarket.terms).toMatchObject({ rate: quote.buyingRate, net: quote.netAmount, fee: quote.marginAmount });
    const less = await anOffer(rita, { spreadPercent: 0.5 });
    expect(less.terms.rate).toBeCloseTo(Number(quote.buyingRate) * 0.995, 5);
    expect(less.terms.valueUsd).toBe(atMarket.terms.valueUsd);
  });

  test('has a link and a message in its customer’s language, without name or account', async () => {
    const ada = await newSeller();
    await rows(`update users set language = 'de', country = 'DE' where id = $1`, [ada.id]);
    const { code, link, text, textLanguage } = await anOffer(rita, { userId: ada.id });
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(link).toBe(`http://localhost:3000/o/${code}`);
    expect(textLanguage).toBe('de');
    expect(text).toContain('Sie bekommen');
    expect(text).toContain(link);
    const [user] = await rows('select first_name, last_name, email from users where id = $1', [ada.id]);
    for (const name of Object.values(user ?? {})) expect(text).not.toContain(String(name));
  });

  test('above the market is refused without a second member, or waits for one under the rule', async () => {
    const { coinId, amount, payoutCurrency } = someOffer;
    const asksAbove = async () =>
      (await rita.post('offers/estimate', { coinId, amount, payoutCurrency })).body.asksAbove;
    expect(await asksAbove()).toBe(false);
    expect(await outcomeOf(rita.post('offers', { ...someOffer, spreadPercent: -0.5 }))).toBe('422 spread_over_limit');
    await setRules(testbed, { rateOverPercent: 5 });
    expect(await asksAbove()).toBe(true);
    const { approve, pendingOf } = approvalCalls(testbed);
    const approvalId = await pendingOf(rita.post('offers', { ...someOffer, spreadPercent: -0.5 }));
    expect(await rows(`select id from offers where terms->>'spreadPercent' = '-0.5'`)).toEqual([]);
    const second = await aColleague(testbed, 'reviewer');
    expect(await outcome(approve(approvalId, second.token))).toBe('200');
    expect(await rows(`select made_by from offers where terms->>'spreadPercent' = '-0.5'`)).toEqual([
      { made_by: rita.id },
    ]);
    await rows(`delete from settings where key = 'fourEyes'`);
    await app.deps.settings.refresh();
  });

  test('has the limits of a quote: no paused coin, small amount or unverified customer above the limit', async () => {
    const stranger = await newSeller({ kyc: 'none' });
    const bitcoin = { coinId: 'bitcoin', payoutCurrency: 'USD' };
    const made = (changes: object) => outcomeOf(rita.post('offers', { ...someOffer, ...changes }));
    expect(await made({ ...bitcoin, amount: 1, userId: stranger.id })).toBe('403 kyc_required');
    expect(await made({ ...bitcoin, amount: 0.00001 })).toBe('422 below_minimum');
    expect(await made({ minutes: 14 })).toBe('400 invalid_input');
    const owner = approvalCalls(testbed);
    await owner.asOwner('POST', 'pauses', { what: 'coin', subject: 'litecoin', reason: 'Node away' });
    expect(await made({ coinId: 'litecoin', amount: 5 })).toBe('422 not_offered');
  });

  test('shows its code only to members who make offers, and is audited by its id', async () => {
    const { id, code } = await anOffer(rita);
    const [listedOffer] = (await support.list('offers')).filter((offer) => offer.id === id);
    expect(listedOffer).toMatchObject({ code: null, link: null, text: null, state: 'open' });
    expect(await outcomeOf(support.post('offers', someOffer))).toBe('403 not_permitted');
    const entries = JSON.stringify(await audit(id));
    expect(entries).toContain('offer.made');
    expect(entries).not.toContain(code);
    expect(JSON.stringify(app.logged)).not.toContain(code);
  });

  test('has fixed terms, because the database refuses to change them', async () => {
    const { id } = await anOffer(rita);
    const change = rows(`update offers set terms = terms || '{"net":"9"}' where id = $1`, [id]);
    await expect(change).rejects.toThrow('keeps the terms');
  });
});

describe('an offer link', () => {
  test('shows brand, amounts and deadline to every reader, and changes nothing when it is opened', async () => {
    const { id, code, terms, expiresAt } = await anOffer(rita);
    const rowsBefore = await rows('select * from offers where id = $1', [id]);
    const { status, body, headers } = await visit(code.toLowerCase());
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      brand: 'Landfall',
      amount: 500,
      currency: 'NGN',
      net: terms.net,
      expiresAt,
      state: 'open',
    });
    expect(Object.keys(body)).not.toContain('userId');
    expect(await rows('select * from offers where id = $1', [id])).toEqual(rowsBefore);
  });

  test('is not found by another customer, and looks ordinary to a visitor', async () => {
    const [ada, bob] = [await newSeller(), await newSeller()];
    const { code } = await anOffer(rita, { userId: ada.id });
    expect((await visit(code)).status).toBe(200);
    expect((await visit(code, ada.token)).status).toBe(200);
    expect(await outcomeOf(visit(code, bob.token))).toBe('404 not_found');
    expect(await outcomeOf(take(bob, code))).toBe('404 not_found');
  });

  test('is answered like a missing one after it was withdrawn', async () => {
    const { id, code } = await anOffer(rita);
    expect(await outcome(rita.del(`offers/${id}`))).toBe('200');
    const unknownOffer = await visit('0000000000');
    const withdrawnOffer = await visit(code);
    expect([withdrawnOffer.status, withdrawnOffer.body]).toEqual([unknownOffer.status, unknownOffer.body]);
    expect(unknownOffer.status).toBe(404);
  });

  test('leads to a sale at today’s rate after its end', async () => {
    const { id } = await anOffer(rita);
    const [row] = await rows('select terms from offers where id = $1', [id]);
    const now = app.deps.now();
    const past = { code: 'ABCDEF0123', userId: null, note: null, madeBy: rita.id, createdAt: now, expiresAt: now };
    const overId = await app.deps.inTx((tx) => insertOffer(tx, { ...past, terms: row?.terms as OfferTerms }));
    const { status, body } = await visit('abcdefoi23');
    expect([status, body.code, body.params]).toEqual([410, 'offer_over', { link: 'http://localhost:3000/sell' }]);
    expect(await outcomeOf(take(await newSeller(), past.code))).toBe('410 offer_over');
    expect(await stateOf(overId)).toBe('expired');
    expect((await rita.list('offers?state=expired')).map((offer) => offer.id)).toEqual([overId]);
  });

  test('cannot be guessed: each wrong code has one answer, and the limit ends the guessing', async () => {
    const strict = await testbed.another({ RATE_LIMIT_FACTOR: '1' });
    const guesses = Array.from({ length: 2_000 }, (_, index) => String(index).padStart(10, '0'));
    const seenCounts = new Map<string, number>();
    for (let from = 0; from < guesses.length; from += 100) {
      const answers = guesses.slice(from, from + 100).map((code) => strict.call('GET', `/api/offers/${code}`));
      for (const { status, body } of await Promise.all(answers)) {
        const answer = `${status} ${String(body.code)}`;
        seenCounts.set(answer, (seenCounts.get(answer) ?? 0) + 1);
      }
    }
    expect([...seenCounts.keys()].toSorted()).toEqual(['404 not_found', '429 too_many_requests']);
    expect(seenCounts.get('404 not_found')).toBeLessThanOrEqual(1_200);
  });
});

describe('an offer that a customer takes', () => {
  test('locks its rate for 15 minutes, at any market price', async () => {
    const ada = await newSeller();
    const { id, code, terms } = await anOffer(rita, { spreadPercent: 1 });
    const { status, body } = await take(ada, code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ netAmount: terms.net, buyingRate: terms.rate, amount: 500, currency: 'NGN' });
    expect(await stateOf(id)).toBe('taken');
    expect((await take(ada, code)).body.quoteId).toBe(body.quoteId);
    expect(await outcomeOf(rita.del(`offers/${id}`))).toBe('409 conflict');
    expect((await audit(id)).map(({ action }) => action)).toEqual(['offer.made', 'offer.taken']);
  });

  test('gives the quote to one of fifty customers at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => newSeller()));
    const { id, code } = await anOffer(rita);
    const answers = await outcomesOf(all.map((who) => take(who, code)));
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['200', '410 offer_over']));
    expect(
      await rows(
        `select id from sell_quotes where net_amount = (select (terms->>$2)::numeric from offers where id = $1)
        and user_id = any($3)`,
        [id, 'net', all.map((who) => who.id)],
      ),
    ).toHaveLength(1);
  });

  test('is open again for its customer alone once the quote has ended', async () => {
    const [ada, bob] = [await newSeller(), await newSeller()];
    const { id, code } = await anOffer(rita);
    const { body: first } = await take(ada, code);
    await callsOf(app, ada).del(`sell-quotes/${String(first.quoteId)}`);
    expect(await stateOf(id)).toBe('open');
    expect(await outcomeOf(take(bob, code))).toBe('410 offer_over');
    const { status, body } = await take(ada, code);
    expect([status, body.quoteId === first.quoteId]).toEqual([200, false]);
  });

  test('stays open while its coin is paused or without a price', async () => {
    const ada = await newSeller();
    const { id, code } = await anOffer(rita, { coinId: 'bitcoin-cash', amount: 1, payoutCurrency: 'USD' });
    const { asOwner } = approvalCalls(testbed);
    const pause = { what: 'coin', subject: 'bitcoin-cash' };
    await asOwner('POST', 'pauses', { ...pause, reason: 'Node away' });
    expect(await outcomeOf(take(ada, code))).toBe('422 not_offered');
    await asOwner('POST', 'pauses/resume', pause);
    // A lower price that waits for the team.
    const heldRateInsert = `insert into held_rates (kind, subject, offered, offered_at, source)
      values ('coin', $1, 1, now(), 'sample')`;
    await rows(heldRateInsert, ['bitcoin-cash']);
    await rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
    const priced = { cryptoId: 'bitcoin-cash', cryptoAmount: 1, targetCurrency: 'USD' };
    const rateNow = async () =>
      (await app.call('POST', '/api/calculate-sell-amount', { json: priced })).body.buyingRate;
    await vi.waitFor(async () => expect(await rateNow()).toBe(0), { timeout: 45_000, interval: 20 });
    expect(await outcomeOf(take(ada, code))).toBe('422 rate_unavailable');
    expect(await stateOf(id)).toBe('open');
  });

  test('is refused to its maker, to a blocked customer and to one above the limit', async () => {
    const [blocked, poor] = [await newSeller(), await newSeller({ kyc: 'none' })];
    await rows(`update users set status = 'blocked' where id = $1`, [blocked.id]);
    const { code } = await anOffer(rita, { coinId: 'bitcoin', amount: 1, payoutCurrency: 'USD' });
    expect(await outcomeOf(take(blocked, code))).toMatch(/^40[13] /);
    expect(await outcomeOf(take(poor, code))).toBe('403 kyc_required');
    expect(await outcomeOf(take(rita, code))).toMatch(/^403 /);
  });

  test('is not found after it was changed in the database', async () => {
    const ada = await newSeller();
    const { id, code } = await anOffer(rita);
    await changeBehind(`update offers set terms = terms || '{"net":"999999"}' where id = '${id}'`);
    expect(await outcomeOf(take(ada, code))).toBe('404 not_found');
    expect((await audit(id)).map(({ action }) => action)).toContain('offer.signature_failed');
    expect((await rita.list('offers')).find((offer) => offer.id === id)).toMatchObject({ tampered: true, link: null });
  });
});

test('a member reads open offers first, then those a customer has locked, then the others', async () => {
  const owner = await aColleague(testbed, 'reviewer');
  const note = { payoutCurrency: 'GHS' };
  const open = await anOffer(owner, note);
  const locked = await anOffer(owner, note);
  const gone = await anOffer(owner, note);
  await take(await newSeller(), locked.code);
  await owner.del(`offers/${gone.id}`);
  const ids = [open.id, locked.id, gone.id];
  const order = async (sort: string) =>
    (await owner.list(`offers?sort=${sort}&pageSize=100`)).map(({ id }) => id).filter((id) => ids.includes(id));
  expect(await order('open')).toEqual(ids);
  expect(await order('newest')).toEqual(ids.toReversed());
});

test('an erasure withdraws the open offers of a person and deletes the notes about them', async () => {
  const ada = await newSeller();
  const { id, code } = await anOffer(rita, { userId: ada.id, note: 'asked in the chat' });
  const exported = await app.deps.personalData.personalDataExports.offers?.(app.deps.db, { id: ada.id });
  expect(JSON.stringify(exported)).toContain('asked in the chat');
  expect(JSON.stringify(exported)).not.toContain(code);
  await app.deps.inTx((tx) => eraseOffersPersonalData(tx, { id: ada.id, email: ada.email }));
  expect(await rows('select state, note from offers where id = $1', [id])).toEqual([
    { state: 'withdrawn', note: null },
  ]);
  expect((await visit(code)).status).toBe(404);
});

test('a restored copy shows and accepts no offer until it is the installation', async () => {
  const ada = await newSeller();
  const { code } = await anOffer(rita);
  const copy = await testbed.another({ RESTORED: 'drill' });
  expect(await outcome(copy.call('GET', `/api/offers/${code}`))).toBe('503 unavailable restored_copy');
  const takenAnswer = copy.call('POST', `/api/offers/${code}/take`, { token: ada.token });
  expect(await outcome(takenAnswer)).toBe('503 unavailable restored_copy');
  expect(await outcome(take(ada, code))).toBe('200');
});
