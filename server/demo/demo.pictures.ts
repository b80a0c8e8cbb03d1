import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { StagedFile } from '#server/http/uploads.ts';
import type { DemoProfile } from './demo.profiles.ts';

const grey = '#9aa6a0';

function line(x: number, y: number, width: number, height = 18, fill = grey): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${fill}"/>`;
}

/** A generated screenshot of a bank or a wallet, unique per order, so that none seems reused. */
export function transferPicture(index: number): string {
  const lines = Array.from({ length: 7 }, (_unused, row) =>
    line(40, 220 + row * 70, 140 + ((index * 37 + row * 53) % 280)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="900"><rect width="540" height="900" fill="#f5f6f7"/>
    ${line(150, 90, 240, 34, '#1b2522')}${lines.join('')}</svg>`;
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A generated identity document marked SAMPLE, with the user's name. */
export function documentPicture({ firstName, lastName }: DemoProfile, side: 'front' | 'back' | 'selfie'): string {
  const head = (x: number, y: number, size: number) =>
    `<circle cx="${x}" cy="${y}" r="${size * 0.42}" fill="#7c8a83"/><ellipse cx="${x}" cy="${y + size}" rx="${size * 0.8}" ry="${size * 0.55}" fill="#7c8a83"/>`;
  const word = (x: number, y: number, text: string, size = 30) =>
    `<text x="${x}" y="${y}" font-family="DejaVu Sans, Arial, sans-serif" font-size="${size}" fill="#1b2522">${xml(text)}</text>`;
  const card = `<rect x="40" y="40" width="920" height="560" rx="28" fill="#e4eae2" stroke="#6b7d72" stroke-width="3"/>`;
  const inside =
    side === 'selfie'
      ? head(500, 260, 190)
      : side === 'back'
        ? [0, 1, 2].map((row) => line(90, 430 + row * 50, 820, 26, '#53635a')).join('') + line(90, 110, 360, 60)
        : `${head(210, 260, 120)}${word(400, 130, 'SPECIMEN · SAMPLE', 34)}${word(400, 230, lastName)}${word(400, 290, firstName)}${line(400, 350, 300)}${line(400, 400, 220)}${line(90, 520, 820, 26, '#53635a')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"><rect width="1000" height="640" fill="#b9c2bb"/>${card}${inside}</svg>`;
}

/** Draws a picture into a file of `folder`, as an upload lies there while its request lasts. */
export async function stagePicture(folder: string, originalName: string, svg: string): Promise<StagedFile> {
  const path = join(folder, originalName);
  await sharp(Buffer.from(svg)).jpeg({ quality: 70 }).toFile(path);
  return staged(path, originalName, 'image/jpeg');
}

/** A document with one line on each page. */
export async function stagePdf(folder: string, originalName: string, lines: readonly string[]): Promise<StagedFile> {
  const path = join(folder, originalName);
  await writeFile(path, pdfOf(lines), 'latin1');
  return staged(path, originalName, 'application/pdf');
}

function pdfOf(lines: readonly string[]): string {
  const first = 4;
  const pages = lines.map((_line, index) => `${first + index * 2} 0 R`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${lines.length}/Kids[${pages.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((text, index) => {
      const drawn = `q .89 .92 .89 rg 30 30 535 360 re f Q BT /F1 24 Tf 60 300 Td (${text}) Tj ET`;
      const uses = `/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + index * 2 + 1} 0 R`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 420]${uses}>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return `${text}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

async function staged(path: string, originalName: string, type: StagedFile['type']): Promise<StagedFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { path, originalName, size: (await stat(path)).size, type, sentHash: hash.digest() };
}
