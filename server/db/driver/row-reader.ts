import { EventEmitter } from 'node:events';
import type { Connection } from 'pg';

const dataRow = 0x44;
/** Its code and its length. */
const headLength = 5;

/**
 * Has a connection read the rows of its answers from one string for all that came at once, where the driver makes a string
 * of each value at ten times the cost. All other messages are read by the driver.
 */
export function readRowsAtOnce(connection: Connection): void {
  const driver = connection as Connection & { attachListeners: (stream: EventEmitter) => void };
  const attach = driver.attachListeners.bind(driver);
  driver.attachListeners = (stream) => {
    const others = new EventEmitter();
    attach(others);
    const read = rowReader({
      onRow: (row) => connection.emit('dataRow', row),
      onOther: (bytes) => others.emit('data', bytes),
    });
    stream.on('data', read);
  };
}

type Values = (string | null)[];
type Readers = {
  onRow: (row: { name: 'dataRow'; fields: Values }) => void;
  /** Whole messages, one or several. */
  onOther: (bytes: Buffer) => void;
};

/** Takes what PostgreSQL sends in pieces of any size, and hands on its messages in their order. */
export function rowReader({ onRow, onOther }: Readers): (piece: Buffer) => void {
  let unread: Buffer | undefined;
  return (piece) => {
    const bytes = unread ? Buffer.concat([unread, piece]) : piece;
    const text = bytes.toString('latin1');
    let handedOn = 0;
    let at = 0;
    while (at + headLength <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) break;
      if (bytes[at] === dataRow) {
        if (handedOn < at) onOther(bytes.subarray(handedOn, at));
        onRow({ name: 'dataRow', fields: valuesOf(bytes, text, at + headLength) });
        handedOn = end;
      }
      at = end;
    }
    if (handedOn < at) onOther(bytes.subarray(handedOn, at));
    unread = at < bytes.length ? bytes.subarray(at) : undefined;
  };
}

/** Beyond ASCII: such a value is decoded by itself. */
const wide = /[\x80-\xff]/;

/** Reads how many values there are, then the length and the text of each; -1 is the length of null. `text` has a character for each byte. */
function valuesOf(bytes: Buffer, text: string, start: number): Values {
  const count = bytes.readInt16BE(start);
  const values: Values = [];
  let at = start + 2;
  for (let place = 0; place < count; place += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    const value = length < 0 ? null : text.slice(at, at + length);
    values.push(value !== null && wide.test(value) ? bytes.toString('utf8', at, at + length) : value);
    at += Math.max(0, length);
  }
  return values;
}
