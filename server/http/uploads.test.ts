import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Router } from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { outcomeOf, type Call } from '#tests/setup/platform.ts';
import { openDatabase, openRoutes } from '#tests/setup/testbed.ts';
import { route, type RouteDeps } from './route.ts';
import { plainName, type StagedFile } from './uploads.ts';

const base = { method: 'POST', errors: [], summary: 'test', limit: 'upload', access: 'customer' } as const;
const hand = endpoint({
  ...base,
  path: '/api/hand',
  form: {
    fields: z.object({ note: z.string().default('') }),
    files: { proof: { accept: 'imageOrPdf', maxCount: 2 }, photo: { accept: 'screenshot', maxCount: 1 } },
  },
  response: z.object({ note: z.string(), files: z.array(z.looseObject({})) }),
});
const handOnce = endpoint({ ...hand, path: '/api/hand-once', idempotent: true });
const measure = endpoint({ ...hand, path: '/api/measure' });

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(64)]);
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(64)]);
const pdf = Buffer.from('%PDF-1.7\n%test\n');
const megabyte = 1024 * 1024;

const uploadsDir = openFolder();
/** Files that the handler found on disk. */
let onDisk: Buffer[] = [];

async function details(list: StagedFile[]) {
  onDisk = await Promise.all(list.map(({ path }) => readFile(path)));
  return list.map(({ originalName, size, type, sentHash }) => {
    return { originalName, size, type, hash: sentHash.toString('hex') };
  });
}

function forms(deps: RouteDeps): Router {
  const router = Router();
  route(router, deps, hand, async ({ body: { note }, files: { proof, photo } }) => {
    return { note, files: await details([...proof, ...photo]) };
  });
  route(router, deps, handOnce, ({ body: { note }, files, idempotency }) =>
    idempotency.run(async () => ({ note, files: await details(files.proof) })),
  );
  route(router, deps, measure, ({ files }) => ({ note: '', files: files.proof.map(({ size }) => ({ size })) }));
  return router;
}
const servedRoutes = openRoutes(openDatabase(), forms, { uploadsDir });

/** Files below the data folder that this process holds open. */
async function openFiles(): Promise<string[]> {
  const links = readdirSync('/dev/fd').map((fd) => readlink(join('/dev/fd', fd)).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(uploadsDir));
}

const multipart = 'multipart/form-data; boundary=x';

const fileOf = (bytes: Buffer, name = 'proof.png') => ({ bytes, name });
type CallOptions = NonNullable<Parameters<Call>[2]>;
const sendForm = (form: CallOptions['form'], { path = '/api/hand', key }: { path?: string; key?: string } = {}) =>
  servedRoutes.call('POST', path, { token: 'ann', form, key });

test('a file arrives unchanged, with its type from the content and its name as text', async () => {
  const { status, body } = await sendForm({ note: 'é', proof: fileOf(pdf, 'Bele\u0301g "a"\r\n\u202egpj.exe') });
  const hash = createHash('sha256').update(pdf).digest('hex');
  const file = { originalName: 'Belég "a"gpj.exe', size: pdf.length, type: 'application/pdf', hash };
  expect({ status, body }).toEqual({ status: 200, body: { note: 'é', files: [file] } });
  expect(onDisk).toEqual([pdf]);
});

test('the claimed type of a file is ignored', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const text of [svg, 'MZ\u0000\u0000', '', '<html>', 'PK\u0003\u0004'])
    expect(outcomeOf(await sendForm({ proof: fileOf(Buffer.from(text)) }))).toEqual([415, 'file_type']);
  const fields = { photo: 'Please select a JPEG or PNG image.' };
  expect(await sendForm({ photo: fileOf(pdf) })).toMatchObject({ status: 415, body: { fields } });
  const files = [{ type: 'image/jpeg', originalName: 'passwd.svg' }];
  expect(await sendForm({ photo: fileOf(jpeg, '../../etc/passwd.svg') })).toMatchObject({ body: { files } });
});

test('ten megabytes are accepted, and one byte more is refused', async () => {
  const fullSizeFile = Buffer.concat([png, Buffer.alloc(10 * megabyte - png.length)]);
  expect(await sendForm({ proof: fileOf(fullSizeFile) })).toMatchObject({
    status: 200,
    body: { files: [{ size: 10 * megabyte }] },
  });
  const refusal = await sendForm({ proof: fileOf(Buffer.concat([fullSizeFile, Buffer.alloc(1)])) });
  expect(outcomeOf(refusal)).toEqual([413, 'file_too_large']);
  expect(refusal.body.message).toBe('Please select a file smaller than 10MB');
});

test('more files than the field allows, and unknown fields, are refused', async () => {
  const message = 'Too many files';
  const proof = Array.from({ length: 3 }, () => fileOf(png));
  expect(await sendForm({ proof })).toMatchObject({ status: 400, body: { message, fields: { proof: message } } });
  expect(outcomeOf(await sendForm({ other: fileOf(png) }))).toEqual([400, 'invalid_input']);
});

test('requests that were served or refused leave nothing on disk', async () => {
  await expect.poll(() => readdir(uploadsDir)).toEqual([]);
});

const part = (name: string, value = 'v') => `--x\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
test.each([
  ['empty', [400, 'invalid_input'], ''],
  ['without any boundary', [400, 'invalid_input'], 'no boundary at all'],
  ['of no boundary', [415, 'unsupported_media_type'], '--x--', 'multipart/form-data'],
  ['of a charset alone', [400, 'invalid_input'], '--x--', 'multipart/form-data; charset=x'],
  ['without a name', [400, 'invalid_input'], `--x\r\n\r\n\r\n--x--`],
  ['cut off', [400, 'invalid_input'], part('name="proof"; filename="a.png"', 'cut').trim()],
  ['of a long name', [400, 'invalid_input'], `${part(`name="${'n'.repeat(200)}"`)}--x--`],
  ['of a nested name', [400, 'invalid_input'], `${part('name="a[b][c]"')}--x--`],
  ['of many fields', [400, 'invalid_input'], `${part('name="note"').repeat(60)}--x--`],
  ['that is JSON', [415, 'unsupported_media_type'], '{}', 'application/json'],
  ['of what every object has', [200, undefined], `${part('name="__proto__"', '{}')}${part('name="note"')}--x--`],
])('a multipart body %s is an error of the sender, never ours', async (_what, outcome, body, type = multipart) => {
  const request = { token: 'ann', raw: body, headers: { 'Content-Type': type } };
  expect(outcomeOf(await servedRoutes.call('POST', '/api/hand', request))).toEqual(outcome);
});

test('a form sent again with its key is answered from memory, and other bytes are refused', async () => {
  const withKey = { path: '/api/hand-once', key: 'k1' };
  const send = (bytes: Buffer, name?: string) => sendForm({ note: 'a', proof: fileOf(bytes, name) }, withKey);
  const first = await send(png);
  const secondUpload = await send(png, 'renamed.png');
  expect(secondUpload.body).toEqual(first.body);
  expect(secondUpload.headers.get('idempotent-replayed')).toBe('true');
  expect(await send(jpeg)).toMatchObject({ status: 409 });
});

test('a hundred senders who disconnect in the middle leave no file and no open descriptor', async () => {
  const head = [
    'POST /api/hand HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ann',
    `Content-Type: ${multipart}\r\nContent-Length: 9000000\r\n`,
    part('name="proof"; filename="a.png"', '').trimEnd(),
    '\r\n',
  ].join('\r\n');
  const hangUp = async (at: number) => {
    const socket = connect(Number(new URL(servedRoutes.url).port), '127.0.0.1');
    socket.on('error', () => undefined); // The server may hang up as well.
    await once(socket, 'connect');
    socket.write(head);
    socket.write(Buffer.concat([png, Buffer.alloc((at % 10) * 50_000)]), () => socket.destroy());
    await once(socket, 'close');
  };
  servedRoutes.logged.length = 0;
  await Promise.all(Array.from({ length: 100 }, (_, index) => hangUp(index)));
  await expect.poll(() => servedRoutes.logged.filter(({ aborted }) => aborted).length).toBe(100);
  await expect.poll(() => readdir(uploadsDir)).toEqual([]);
  await expect.poll(openFiles).toEqual([]);
});

test('eight uploads of 10 MB at once are streamed, not held in memory', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  async function* body() {
    yield Buffer.concat([Buffer.from(`${part('name="proof"; filename="a.png"', '').trimEnd()}\r\n\r\n`), png]);
    for (let sentBytes = 0; sentBytes < 10 * megabyte - chunk.length; sentBytes += chunk.length) yield chunk;
    yield Buffer.from('\r\n--x--');
  }
  const headers = { Authorization: 'Bearer ann', 'Content-Type': multipart };
  const options = { method: 'POST', headers, duplex: 'half' } as const;
  const upload = () =>
    fetch(`${servedRoutes.url}/api/measure`, { ...options, body: body() as unknown as ReadableStream });
  const eight = () => Promise.all(Array.from({ length: 8 }, upload));
  await eight(); // The sender lives in this process too, and both take their working memory once.
  const memoryBefore = process.memoryUsage.rss();
  let peak = memoryBefore;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const answers = await eight();
  clearInterval(watch);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((peak - memoryBefore) / megabyte).toBeLessThan(64);
});

test('a visitor who sends ten megabytes reads that they have to sign in', async () => {
  const request = { raw: '\u0000'.repeat(10 * megabyte), headers: { 'Content-Type': multipart } };
  const answer = await servedRoutes.call('POST', '/api/hand', request);
  expect(outcomeOf(answer)).toEqual([401, 'signed_out']);
});

test.each([
  ['C:\\Users\\ann\\slip.pdf', 'slip.pdf'],
  ['\u0000\r\n', 'file'],
  [`a\ud800b`, 'ab'],
  ['😀'.repeat(300), '😀'.repeat(200)],
])('names are one line of text without a folder (%#)', (sentName, name) => {
  expect(plainName(sentName)).toBe(name);
});
