import * as contract from '#shared/newsletter/newsletter.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, rows } = testbed;
const admin = fixture(() => theAdmin(app));

/** A published post; it is `none` until it was sent. */
const onPost: Pick<ActionCase, 'make' | 'stateOf' | 'states'> = {
  states: ['none', 'sending', 'sent', 'stopped'],
  make: async (state) => {
    await rows(`insert into subscribers (email, language, status, confirmed_at)
      values ('reader@x.test', 'en', 'subscribed', now()) on conflict do nothing`);
    const { id } = (await admin.post('blog-posts', { title: 'A', content: 'B', status: 'published' })).body;
    if (state && state !== 'none')
      await rows(
        `insert into newsletter_sendings (post_id, state, total, started_by, ended_at)
           select $1, $2, 1, id, case when $2::text <> 'sending' then now() end from users where role = 'admin'`,
        [id, state],
      );
    return { id: String(id) };
  },
  stateOf: ({ id }) =>
    rows('select state, ended_at is null as goes_on from newsletter_sendings where post_id = $1', [id]),
};

tryActions(testbed, 'newsletter', [
  { ...onPost, contract: contract.sendPost, body: () => ({ audience: 'all' }) },
  { ...onPost, contract: contract.stopPost },
  {
    make: () => onPost.make(''),
    contract: contract.testPost,
    stateOf: () => rows(`select count(*)::int from test_mail where template = 'newsletter_post' and data ? 'isTest'`),
  },
]);
