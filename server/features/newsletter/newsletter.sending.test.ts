import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { onTakeOver } from '#server/take-over.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { sendNext } from './newsletter.sending.service.ts';

const { app, audit, mailbox, rows, row } = openTestbed();
const admin = fixture(() => theAdmin(app));

const aPost = async (changes: object = {}) =>
  String(
    (await admin.post('blog-posts', { title: 'A new coin', content: 'Words', status: 'published', ...changes })).body
      .id,
  );
/** Makes this many confirmed subscribers of a language, and returns their addresses. */
async function readers(count: number, language = 'en'): Promise<string[]> {
  const createdRows = await rows(
    `insert into subscribers (email, language, status, confirmed_at)
       select gen_random_uuid() || '@reader.test', $2, 'subscribed', now() - interval '1 hour'
       from generate_series(1, $1::int)
       returning email`,
    [count, language],
  );
  return createdRows.map(({ email }) => String(email));
}
const send = (id: string, audience = 'all') => admin.post(`blog-posts/${id}/newsletter`, { audience });
const stop = (id: string) => admin.post(`blog-posts/${id}/newsletter/stop`);
const sendingOf = async (id: string) => (await admin.get(`blog-posts/${id}/newsletter`)).body;
const sendings = async () => (await admin.get('newsletter/sendings')).body;
const minutes = async (id: string, count: number) => {
  for (let minute = 0; minute < count; minute += 1) await sendNext(app.deps, id);
};
/** The addresses that the mails about a post were written to. */
const mailedAbout = async (id: string) =>
  (
    await rows(`select recipient from test_mail where template = 'newsletter_post' and data->>'path' = $1`, [
      `/blog/${id}`,
    ])
  ).map(({ recipient }) => String(recipient));
/** A busy machine begins a job late. */
const patient = { timeout: 45_000 };
/** Waits for the mails of the first minute, which a job queues. */
const untilBegun = async (id: string) => {
  await expect.poll(async () => (await mailedAbout(id)).length, patient).toBe(60);
};
/** The mail server has taken everything that waited. */
const deliver = () =>
  rows(`update outbox set sent_at = now(), data = '{}' where sent_at is null and dropped_at is null`);
/** Holds back all mails, as while the mail server is down. */
const withHeldMail = async (work: () => Promise<void>) => {
  await rows(`create or replace function hold_mail() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$`);
  await rows('create trigger hold_mail before insert on outbox for each row execute function hold_mail()');
  try {
    await work();
  } finally {
    await rows('drop trigger hold_mail on outbox');
  }
};

beforeEach(() => rows(`delete from subscribers`));

describe('a post', () => {
  test('reaches every confirmed subscriber once, at most sixty in a minute', async () => {
    const emails = await readers(130);
    await rows(`insert into subscribers (email, language) values ('pending@reader.test', 'en')`);
    const id = await aPost();
    expect((await send(id)).body).toMatchObject({ state: 'sending', total: 130, handed: 0 });
    await untilBegun(id);
    await minutes(id, 1);
    expect(await mailedAbout(id)).toHaveLength(120);
    await minutes(id, 3);
    expect((await mailedAbout(id)).toSorted()).toEqual(emails.toSorted());
    await deliver();
    await minutes(id, 1);
    expect(await sendingOf(id)).toMatchObject({ sending: { state: 'sent', total: 130, handed: 130 } });
    expect((await send(id)).status).toBe(409);
  });

  test('is sent to each reader once by two processes, even if one is killed', async () => {
    const emails = await readers(150);
    const id = await aPost();
    await send(id);
    await rows(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await rows('create trigger die before update on newsletter_sendings for each row execute function die()');
    await expect(sendNext(app.deps, id)).rejects.toThrow('killed');
    await rows('drop trigger die on newsletter_sendings');
    await Promise.all(Array.from({ length: 6 }, () => sendNext(app.deps, id)));
    const mailedAddresses = await mailedAbout(id);
    expect(new Set(mailedAddresses).size).toBe(mailedAddresses.length);
    expect(mailedAddresses.toSorted()).toEqual(emails.toSorted());
  });

  test('can be sent to readers of its language alone, with each mail’s frame in theirs', async () => {
    const [french] = await readers(1, 'fr');
    await readers(2, 'en');
    const id = await aPost({ language: 'fr' });
    expect(await sendingOf(id)).toMatchObject({ language: 'fr', readers: { all: 3, language: 1 } });
    expect((await send(id, 'language')).body).toMatchObject({ total: 1, language: 'fr' });
    await minutes(id, 1);
    expect(await mailedAbout(id)).toEqual([french]);
  });

  test('is not sent if readers cannot see it, or without readers', async () => {
    const draft = await aPost({ status: 'draft' });
    const tomorrow = await aPost({ publishDate: new Date(Date.now() + 86_400_000).toISOString() });
    const publishedPost = await aPost();
    expect((await send(publishedPost)).body).toMatchObject({ reason: 'no_subscribers' });
    await readers(1);
    for (const id of [draft, tomorrow]) expect((await send(id)).body).toMatchObject({ reason: 'post_not_public' });
  });

  test('is sent to no further subscriber once it is offline or deleted', async () => {
    await readers(100);
    const [offlinePost, deletedPost] = [await aPost(), await aPost()];
    for (const id of [offlinePost, deletedPost]) {
      await send(id);
      await untilBegun(id);
    }
    await admin.put(`blog-posts/${offlinePost}`, { status: 'draft' });
    await admin.del(`blog-posts/${deletedPost}`);
    for (const id of [offlinePost, deletedPost]) {
      await minutes(id, 2);
      expect(await mailedAbout(id)).toHaveLength(60);
    }
    expect(await sendingOf(offlinePost)).toMatchObject({ sending: { state: 'stopped' } });
    const stopEntries = (await audit(offlinePost)).filter(({ action }) => action === 'newsletter.stopped');
    expect(stopEntries).toMatchObject([{ actor_role: 'system', details: { title: 'A new coin' } }]);
  });
});

describe('a newsletter while the mail server is down', () => {
  test('is stopped with its unsent mails, and shows how many were sent', async () => {
    await withHeldMail(async () => {
      await readers(80);
      const id = await aPost();
      await send(id);
      await untilBegun(id);
      expect(await sendingOf(id)).toMatchObject({ sending: { handed: 0, total: 80 } });
      expect((await stop(id)).body).toMatchObject({ state: 'stopped', handed: 0 });
      await minutes(id, 2);
      expect(await mailedAbout(id)).toHaveLength(60);
      const path = `/blog/${id}`;
      expect(await rows(`select 1 from outbox where data->>'path' = $1`, [path])).toEqual([]);
      expect([(await stop(id)).status, (await send(id)).status]).toEqual([409, 409]);
    });
  });

  test('can be stopped before its first mail, for a few subscribers', async () => {
    await withHeldMail(async () => {
      await readers(2);
      const id = await aPost();
      await send(id);
      await minutes(id, 2);
      expect(await sendingOf(id)).toMatchObject({ sending: { state: 'sending', handed: 0 } });
      expect((await stop(id)).body).toMatchObject({ state: 'stopped', handed: 0 });
      expect(await rows(`select 1 from outbox where data->>'path' = $1`, [`/blog/${id}`])).toEqual([]);
    });
  });

  test('loses its waiting mails when its post is deleted', async () => {
    await withHeldMail(async () => {
      await readers(2);
      const id = await aPost();
      await send(id);
      await minutes(id, 1);
      expect(await mailedAbout(id)).toHaveLength(2);
      await admin.del(`blog-posts/${id}`);
      await minutes(id, 1);
      expect(await rows(`select 1 from outbox where data->>'path' = $1`, [`/blog/${id}`])).toEqual([]);
    });
  });

  test('is not sent to a subscriber who unsubscribes while it is queued', async () => {
    await withHeldMail(async () => {
      const [email] = await readers(1);
      const earlier = await aPost();
      await send(earlier);
      await minutes(earlier, 1);
      const [mail] = await mailbox.of('newsletter_post', String(email));
      await rows(`create function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(2); return new; end $$`);
      await rows('create trigger linger before update on newsletter_sendings for each row execute function linger()');
      const id = await aPost();
      const sending = send(id).then(() => sendNext(app.deps, id));
      const lingering = () => rows(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`);
      await expect.poll(async () => (await lingering()).length, patient).toBe(1);
      expect((await app.call('POST', String(mail?.oneClickPath))).status).toBe(200);
      await sending;
      await rows('drop trigger linger on newsletter_sendings');
      expect(await rows(`select 1 from outbox where data->>'path' = $1`, [`/blog/${id}`])).toEqual([]);
    });
  });

  test('puts at most three hundred mails of a post into the queue', async () => {
    await withHeldMail(async () => {
      await readers(500);
      const id = await aPost();
      await send(id);
      await minutes(id, 9);
      expect(await mailedAbout(id)).toHaveLength(300);
    });
  });

  test('a subscriber who leaves does not get what waits for them, and is not counted as reached', async () => {
    await withHeldMail(async () => {
      const [email] = await readers(3);
      const id = await aPost();
      await send(id);
      await minutes(id, 1);
      const [mail] = await mailbox.of('newsletter_post', String(email));
      expect((await app.call('POST', String(mail?.oneClickPath))).status).toBe(200);
      const [waitingRow] = await rows(
        `select last_error from outbox where template = 'newsletter_post' and dropped_at is not null
          order by dropped_at desc`,
      );
      expect(waitingRow).toEqual({ last_error: 'unsubscribed' });
      await deliver();
      expect(await sendings()).toContainEqual(expect.objectContaining({ postId: id, state: 'sending', handed: 2 }));
      await minutes(id, 1);
      expect(await sendingOf(id)).toMatchObject({ readers: null, sending: { state: 'sent', total: 3, handed: 2 } });
    });
  });
});

test('a restored copy that becomes the installation continues no newsletter of its backup', async () => {
  await readers(100);
  const id = await aPost();
  await send(id);
  await untilBegun(id);
  await app.deps.inTx(onTakeOver);
  await minutes(id, 2);
  expect(await mailedAbout(id)).toHaveLength(60);
  expect(await sendingOf(id)).toMatchObject({ sending: { state: 'stopped', total: 100, handed: 0 } });
});

test('a writer sends a test of a draft to themselves, and no one else gets it', async () => {
  await readers(2);
  const id = await aPost({ status: 'draft', title: `Draft ${randomUUID()}` });
  expect((await admin.post(`blog-posts/${id}/newsletter/test`)).status).toBe(204);
  const { email } = await row(`select email from users where role = 'admin'`);
  expect(await mailedAbout(id)).toEqual([email]);
  expect((await mailbox.of('newsletter_post', String(email))).at(-1)).toMatchObject({ isTest: true });
});

test('the overview of the newsletter names the last sent posts', async () => {
  await readers(1);
  const id = await aPost({ title: 'The latest' });
  await send(id);
  await minutes(id, 1);
  const [newestSending] = (await admin.get<object[]>('newsletter/sendings')).body;
  expect(newestSending).toMatchObject({ postId: id, title: 'The latest', total: 1 });
  const [entry] = await rows(
    `select details from audit_log where action = 'newsletter.started' order by id desc limit 1`,
  );
  expect(entry).toEqual({ details: { title: 'The latest', count: 1 } });
});
