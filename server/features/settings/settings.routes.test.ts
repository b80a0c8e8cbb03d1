import supertest from 'supertest';
import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { app } = openTestbed();

test('a visitor reads fees, limits and times before signing up, and that the rates are samples', async () => {
  const answer = await supertest(app.url).get('/api/settings').expect(200).expect('Content-Type', /json/);
  expect(answer.body).toMatchObject({ fees: settingsDefaults.fees, times: settingsDefaults.times, sampleRates: true });
});

test('a visitor reads the times that ship with the product in their own language', async () => {
  const answer = await supertest(app.url).get('/api/settings').set('Accept-Language', 'fr-CA, en;q=0.5').expect(200);
  expect(answer.body).toMatchObject({ times: { payout: 'sous 24 heures' }, support: { agentReply: '1 à 2 heures' } });
});

test('a visitor does not read what only the administrator decides by', async () => {
  const answer = await supertest(app.url).get('/api/settings').expect(200);
  expect(answer.body).not.toHaveProperty('rules');
});

test('a visitor who writes to the settings is told which methods there are', async () => {
  const answer = await supertest(app.url)
    .put('/api/settings')
    .send({ fees: { tiers: [] } })
    .expect(405);
  expect(answer.body).toMatchObject({ code: 'method_not_allowed' });
  expect(answer.headers['allow']).toContain('GET');
});
