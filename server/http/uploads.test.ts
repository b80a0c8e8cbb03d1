import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Router } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { platformDeps, serveRouters, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { route } from './route.ts';
import { plainName, type StagedFile } from './uploads.ts';

const base = { method: 'POST', errors: [], summary: 'test', limit: 'upload', access: 'customer' } as const;
const seen = z.object({ note: z.string(), files: z.array(z.looseObject({})) });
const hand = endpoint({
  ...base,
  path: '/api/hand',
  form: {
    fields: z.object({ note: z.string().default('') }),
    files: { proof: { accept: 'imageOrPdf', maxCount: 2 }, photo: { accept: 'screenshot', maxCount: 1 } },
  },
  response: seen,
});
const handOnce = endpoint({ ...hand, path: '/api/hand-once', idempotent: true });

const measure = endpoint({ ...hand, path: '/api/measure' });
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x', Authorization: 'Bearer ann' };

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(64)]);
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(64)]);
const pdf = Buffer.from('%PDF-1.7\n%test\n');
const megabyte = 1024 * 1024;

const database = openDatabase();
let uploadsDir: string;
let served: Served;
/** What the handler found on disk. */
let onDisk: Buffer[] = [];

async function details(list: StagedFile[]) {
  onDisk = await Promise.all(list.map(({ path }) => readFile(path)));
  return list.map(({ originalName, size, type, sentHash }) => ({
    originalName,
    size,
    type,
    hash: sentHash.toString('hex'),
  }));
}

beforeAll(async () => {
  uploadsDir = await mkdtemp(join(tmpdir(), 'landfall-uploads-'));
  const router = Router();
  const deps = platformDeps(database, { uploadsDir });
  route(router, deps, hand, async ({ body, files }) => ({
    note: body.note,
    files: await details([...files.proof, ...files.photo]),
  }));
  route(router, deps, handOnce, ({ body, files, idempotency }) =>
    idempotency.run(async () => ({ note: body.note, files: await details(files.proof) })),
  );
  route(router, deps, measure, ({ files }) => ({ note: '', files: files.proof.map(({ size }) => ({ size })) }));
  served = await serveRouters([router]);
});
afterAll(async () => {
  await served.close();
  await rm(uploadsDir, { recursive: true });
});

/** Files below the data folder that this process holds open. */
async function openFiles(): Promise<string[]> {
  const links = readdirSync('/dev/fd').map((fd) => readlink(join('/dev/fd', fd)));
  const targets = await Promise.allSettled(links);
  return targets
    .flatMap((target) => (target.status === 'fulfilled' ? target.value : []))
    .filter((path) => path.startsWith(uploadsDir));
}

type Part = [field: string, bytes: Buffer, name?: string];
async function sendForm(
  parts: Part[],
  { path = '/api/hand', note, key }: { path?: string; note?: string; key?: string } = {},
) {
  const form = new FormData();
  if (note !== undefined) form.set('note', note);
  for (const [field, bytes, name = 'proof.png'] of parts) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  const headers = { Authorization: 'Bearer ann', ...(key ? { 'Idempotency-Key': key } : {}) };
  const response = await fetch(served.url + path, { method: 'POST', body: form, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function sendRaw(body: string, type = 'multipart/form-data; boundary=x') {
  const headers = { 'Content-Type': type, Authorization: 'Bearer ann' };
  const response = await fetch(`${served.url}/api/hand`, { method: 'POST', headers, body });
  return [response.status, ((await response.json()) as { code: string }).code];
}

test('a file arrives as it was sent, with its type from the content and its name as text', async () => {
  const { status, body } = await sendForm([['proof', pdf, 'Bele\u0301g "a"\r\n\u202egpj.exe']], { note: 'é' });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      note: 'é',
      files: [
        {
          originalName: 'Belég "a"gpj.exe',
          size: pdf.length,
          type: 'application/pdf',
          hash: createHash('sha256').update(pdf).digest('hex'),
        },
      ],
    },
  });
  expect(onDisk).toEqual([pdf]);
});

test('what a file claims to be counts for nothing', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const bytes of [
    svg,
    Buffer.from('MZ\u0000\u0000'),
    Buffer.alloc(0),
    Buffer.from('<html>'),
    Buffer.from('PK\u0003\u0004'),
  ])
    expect(await sendForm([['proof', bytes]])).toMatchObject({ status: 415, body: { code: 'file_type' } });
  expect(await sendForm([['photo', pdf]])).toMatchObject({
    status: 415,
    body: { fields: { photo: 'Please select a JPEG or PNG image.' } },
  });
  expect(await sendForm([['photo', jpeg, '../../etc/passwd.svg']])).toMatchObject({
    body: { files: [{ type: 'image/jpeg', originalName: 'passwd.svg' }] },
  });
});

test('ten megabytes pass, one byte more does not', async () => {
  const full = Buffer.concat([png, Buffer.alloc(10 * megabyte - png.length)]);
  expect(await sendForm([['proof', full]])).toMatchObject({ status: 200, body: { files: [{ size: 10 * megabyte }] } });
  expect(await sendForm([['proof', Buffer.concat([full, Buffer.alloc(1)])]])).toMatchObject({
    status: 413,
    body: { code: 'file_too_large', message: 'Please select a file smaller than 10MB' },
  });
});

test('more files than the field takes, and fields nobody asked for, are refused', async () => {
  const three: Part[] = [
    ['proof', png],
    ['proof', png],
    ['proof', png],
  ];
  expect(await sendForm(three)).toMatchObject({
    status: 400,
    body: { message: 'Too many files', fields: { proof: 'Too many files' } },
  });
  expect(await sendForm([['other', png]])).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('nothing is left on disk by requests that were served or refused', async () => {
  await expect.poll(() => readdir(uploadsDir)).toEqual([]);
});

test('odd multipart bodies are the sender’s mistake, never ours', async () => {
  const part = (name: string, value = 'v') => `--x\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
  expect(await sendRaw('')).toEqual([400, 'invalid_input']);
  expect(await sendRaw('no boundary at all')).toEqual([400, 'invalid_input']);
  expect(await sendRaw('--x--', 'multipart/form-data')).toEqual([415, 'unsupported_media_type']);
  expect(await sendRaw('--x--', 'multipart/form-data; charset=x')).toEqual([400, 'invalid_input']);
  expect(await sendRaw(`--x\r\n\r\n\r\n--x--`)).toEqual([400, 'invalid_input']);
  expect(await sendRaw(`--x\r\nContent-Disposition: form-data; name="proof"; filename="a.png"\r\n\r\ncut`)).toEqual([
    400,
    'invalid_input',
  ]);
  expect(await sendRaw(`${part(`name="${'n'.repeat(200)}"`)}--x--`)).toEqual([400, 'invalid_input']);
  expect(await sendRaw(`${part('name="a[b][c]"')}--x--`)).toEqual([400, 'invalid_input']);
  expect(await sendRaw(`${part('name="note"').repeat(60)}--x--`)).toEqual([400, 'invalid_input']);
  expect(await sendRaw('{}', 'application/json')).toEqual([415, 'unsupported_media_type']);
  expect(await sendRaw(`${part('name="__proto__"', '{}')}${part('name="note"')}--x--`)).toEqual([200, undefined]);
});

test('a form sent again with its key is answered from memory, other bytes under the same key are refused', async () => {
  const path = '/api/hand-once';
  const first = await sendForm([['proof', png]], { path, key: 'k1', note: 'a' });
  const again = await sendForm([['proof', png, 'renamed.png']], { path, key: 'k1', note: 'a' });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await sendForm([['proof', jpeg]], { path, key: 'k1', note: 'a' })).toMatchObject({ status: 409 });
});

test('a hundred senders who hang up in the middle leave no file and no open descriptor', async () => {
  const head = [
    'POST /api/hand HTTP/1.1',
    'Host: x',
    'Authorization: Bearer ann',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 9000000',
    '',
    '--x',
    'Content-Disposition: form-data; name="proof"; filename="a.png"',
    '',
    '',
  ].join('\r\n');
  const hangUp = async (at: number) => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.on('error', () => undefined); // The server may hang up as well.
    await once(socket, 'connect');
    socket.write(head);
    socket.write(Buffer.concat([png, Buffer.alloc((at % 10) * 50_000)]), () => socket.destroy());
    await once(socket, 'close');
  };
  served.logged.length = 0;
  await Promise.all(Array.from({ length: 100 }, (_, at) => hangUp(at)));
  await expect.poll(() => served.logged.filter(({ aborted }) => aborted).length, { timeout: 30_000 }).toBe(100);
  await expect.poll(() => readdir(uploadsDir)).toEqual([]);
  await expect.poll(openFiles).toEqual([]);
});

test('eight uploads of 10 MB at once are streamed, not held in memory', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const head = '--x\r\nContent-Disposition: form-data; name="proof"; filename="a.png"\r\n\r\n';
  async function* body() {
    yield Buffer.concat([Buffer.from(head), png]);
    for (let sent = 0; sent < 10 * megabyte - chunk.length; sent += chunk.length) yield chunk;
    yield Buffer.from('\r\n--x--');
  }
  const upload = async () => {
    const options = { method: 'POST', body: body(), duplex: 'half', headers: multipart } as unknown as RequestInit;
    return (await fetch(`${served.url}/api/measure`, options)).status;
  };
  const eight = () => Promise.all(Array.from({ length: 8 }, upload));
  await eight(); // The sender lives in this process too, and both take their working memory once.
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const statuses = await eight();
  clearInterval(watch);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect((peak - before) / megabyte).toBeLessThan(64);
});

test('a visitor who sends ten megabytes is told to log in, and reads it', async () => {
  const response = await fetch(`${served.url}/api/hand`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: Buffer.alloc(10 * megabyte),
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'signed_out']);
});

test('names are one line of text without a folder', () => {
  expect(plainName('C:\\Users\\ann\\slip.pdf')).toBe('slip.pdf');
  expect(plainName('\u0000\r\n')).toBe('file');
  expect(plainName(`a\ud800b`)).toBe('ab');
  expect(plainName('😀'.repeat(300))).toBe('😀'.repeat(200));
});
