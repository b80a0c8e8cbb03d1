import sharp from 'sharp';
import { reencodeImage } from '#server/features/files/files.images.ts';
import type { TestDatabase } from '../setup/database.ts';

/** Pseudo-random numbers from a seed, below 1: the same at each run. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state ^= state << 13;
    state = (state >>> 0) ^ (state >>> 17);
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
}

/** A letter as drawn dots, since a machine may have no fonts. */
function dotsOf(letter: string): [number, number][] {
  const next = numbersFrom(letter.charCodeAt(0) * 2_654_435_761);
  for (let warmUpRound = 0; warmUpRound < 9; warmUpRound += 1) next();
  return Array.from({ length: 35 }, (_, index): [number, number] => [index % 5, Math.trunc(index / 5)]).filter(
    () => next() < 0.45,
  );
}

function textAt(text: string, x: number, y: number, size: number, color: string): string {
  const dots = text.split('').flatMap((letter, index) => {
    const dotsHere = letter === ' ' ? [] : dotsOf(letter);
    return dotsHere.map(([column, row]) => [x + (index * 6 + column) * size, y + row * size] as const);
  });
  const side = size + 0.1;
  const squares = dots.map(([leftPx, top]) => `M${leftPx} ${top}h${side}v${side}h-${side}z`);
  return `<path fill="${color}" d="${squares.join('')}"/>`;
}

/**
 * Draws the screen of a wallet app for payment `payment`, in one of six layouts: each pays the same deposit address.
 */
export async function aScreenshot(layout: number, payment: number): Promise<Buffer> {
  const next = numbersFrom(layout * 7919 + payment * 104_729 + 17);
  for (let warmUpRound = 0; warmUpRound < 20; warmUpRound += 1) next();
  const randomFrom = (from: number, count: number) => from + Math.trunc(next() * count);
  const isDark = layout % 2 === 0;
  const [ground, ink, faintColor] = isDark ? ['#0b0e11', '#eaecef', '#848e9c'] : ['#fff', '#1e2329', '#707a8a'];
  const hash = Array.from({ length: 10 }, () => Math.trunc(next() * 16).toString(16)).join('');
  const title = ['Withdrawal details', 'Send', 'Transfer', 'Transaction', 'Sent', 'Payment'][layout] ?? '';
  const lines = [
    ['Status', 'Completed'],
    ['Network', ['TRX', 'ETH', 'BTC'][layout % 3] ?? ''],
    ['Address', '0x71c4a9...8f2b1d'],
    ['Txid', `${hash}...`],
    ['Fee', (next() * 2).toFixed(3)],
    ['Date', `2026-${randomFrom(10, 3)}-${randomFrom(10, 18)} ${randomFrom(10, 13)}:${randomFrom(10, 49)}`],
  ] as const;
  const amount = `-${(next() * 3).toFixed(4)} USDT`;
  const rows = lines.map(([label, value], index) => {
    const y = 480 + index * (isDark ? 105 : 90);
    const joinedPieces =
      layout < 4 ? textAt(value, 680 - value.length * 20.4, y, 3.4, ink) : textAt(value, 40, y + 36, 3.4, ink);
    return textAt(label, 40, y, 3.2, faintColor) + joinedPieces;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1400">
    <rect width="720" height="1400" fill="${ground}"/>${textAt(`${randomFrom(10, 13)}:${randomFrom(10, 49)}`, 40, 30, 3, ink)}
    ${textAt(title, 120, 110, 4, ink)}${textAt(amount, 360 - amount.length * 21, 360, 7, ink)}${rows.join('')}
    <rect x="40" y="1250" width="640" height="90" rx="12" fill="#fcd535"/>${textAt('View on explorer', 200, 1280, 3.4, '#1e2329')}
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Pairs of pictures that a review would report as copies of each other, by their positions. */
export async function similarPairs({ pool }: TestDatabase, paths: readonly string[]): Promise<[number, number][]> {
  const pieces: (string[] | null)[] = [];
  for (const source of paths) {
    const job = { source, type: 'image/jpeg', target: `${source}.stored`, owner: 'test', compared: 'pieces' } as const;
    pieces.push((await reencodeImage(job)).picturePieces?.map(String) ?? null);
  }
  const { rows } = await pool.query<{ one: number; other: number }>(
    `with pictures as (select at::int - 1 as at, array(select jsonb_array_elements_text(one)::bigint) as pieces
       from jsonb_array_elements($1::jsonb) with ordinality as listed(one, at) where one <> 'null'),
     keyed as materialized (select *, picture_keys(pieces) as keys from pictures)
     select p.at as one, q.at as other from keyed p join keyed q on p.at < q.at
       and p.keys && q.keys and pieces_shared(p.pieces, q.pieces) >= 0.9`,
    [JSON.stringify(pieces)],
  );
  return rows.map(({ one: first, other }) => [first, other]);
}
