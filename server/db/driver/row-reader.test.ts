import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { Connection } from 'pg';
import { expect, test } from 'vitest';
import { rowReader } from './row-reader.ts';

/** A message as PostgreSQL sends it: its code, its length and what it says. */
function message(code: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function rowOf(values: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(values.length);
  const parts = values.map((value) => {
    const text = Buffer.from(value ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : text.length);
    return Buffer.concat([length, text]);
  });
  return message('D', Buffer.concat([count, ...parts]));
}

const someText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(300)));
const someRow = fc.array(fc.option(someText), { maxLength: 5 }).map(rowOf);
const other = fc.constantFrom(
  message('2', Buffer.alloc(0)),
  message('C', Buffer.from('SELECT 2\0')),
  message('Z', Buffer.from('I')),
);
const someMessages = fc.array(fc.oneof(someRow, other), { maxLength: 6 }).map((all) => Buffer.concat(all));

/** Those bytes in pieces that end anywhere. */
function piecesOf(bytes: Buffer, ends: readonly number[]): Buffer[] {
  const places = ends.map((end) => end % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [...places, bytes.length].map((end, at) => bytes.subarray(places[at - 1] ?? 0, end));
}

/** The messages as the driver reads them. */
function readByDriver(pieces: readonly Buffer[]): unknown[] {
  const read: unknown[] = [];
  const connection = new Connection() as Connection & { attachListeners: (stream: EventEmitter) => void };
  connection.on('dataRow', ({ fields }: { fields: unknown }) => read.push(fields));
  for (const name of ['bindComplete', 'commandComplete', 'readyForQuery']) connection.on(name, () => read.push(name));
  const stream = new EventEmitter();
  connection.attachListeners(stream);
  for (const piece of pieces) stream.emit('data', piece);
  return read;
}

test('rows are those that the driver reads, in whatever pieces they come', () => {
  fc.assert(
    fc.property(someMessages, fc.array(fc.nat(), { maxLength: 4 }), (bytes, ends) => {
      const pieces = piecesOf(bytes, ends);
      const read: unknown[] = [];
      const reader = rowReader({
        onRow: ({ fields }) => read.push(fields),
        onOther: (others) => read.push(...readByDriver([others])),
      });
      for (const piece of pieces) reader(piece);
      expect(read).toEqual(readByDriver(pieces));
    }),
  );
});
