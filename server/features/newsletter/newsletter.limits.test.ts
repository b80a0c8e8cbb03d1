import { expect, test } from 'vitest';
import { openTestbed } from '#tests/setup/testbed.ts';
import { unsubscribePaths } from './newsletter.service.ts';

const { app, rows } = openTestbed({ RATE_LIMIT_FACTOR: '1' });

test('fifty subscribers unsubscribe by the button of one mail provider within an hour', async () => {
  const createdRows = await rows(`insert into subscribers (email, language, status, confirmed_at)
    select gen_random_uuid() || '@reader.test', 'en', 'subscribed', now() from generate_series(1, 50) returning id`);
  const answers: number[] = [];
  for (const { id } of createdRows) {
    const { oneClickPath } = unsubscribePaths(app.deps.env, { id: String(id) });
    answers.push((await app.call('POST', oneClickPath)).status);
  }
  expect(new Set(answers)).toEqual(new Set([200]));
});
