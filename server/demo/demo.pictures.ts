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

/** A pseudorandom number below `max`, the same for the same seed and place. */
function scatteredNumber(seed: number | string, place: number, max: number): number {
  return createHash('sha256').update(`${seed} ${place}`).digest().readUInt32BE() % max;
}

/** A generated screenshot of a bank or a wallet, so different for each order that none seems the same saved again. */
export function transferPicture(index: number): string {
  const pickNumber = (place: number, max: number) => scatteredNumber(index, place, max);
  const lines = Array.from({ length: 7 }, (_unused, row) => {
    const y = 150 + row * 112;
    const at = row * 6;
    const label = line(40, y, 50 + pickNumber(at, 60), 22);
    const bars = [190 + pickNumber(at + 1, 130), 350 + pickNumber(at + 2, 90)].map((x, bar) =>
      line(x, y, 20 + pickNumber(at + 3 + bar, 50), 26, '#3d4a44'),
    );
    return label + bars.join('') + line(190, y + 38, 40 + pickNumber(at + 5, 260), 14);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="900"><rect width="540" height="900" fill="#f5f6f7"/>
    ${line(150, 90, 240, 34, '#1b2522')}${lines.join('')}</svg>`;
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A generated identity document marked SAMPLE, with the user's name. */
export function documentPicture({ firstName, lastName }: DemoProfile, side: 'front' | 'back' | 'selfie'): string {
  const head = (x: number, y: number, size: number) =>
    `<circle cx="${x}" cy="${y}" r="${size * 0.42}" fill="#7c8a83"/><ellipse cx="${x}" cy="${y + size}" rx="${size * 0.8}" ry="${size * 0.55}" fill="#7c8a83"/>`;
  const textLine = (x: number, y: number, text: string, size = 30) =>
    `<text x="${x}" y="${y}" font-family="DejaVu Sans, Arial, sans-serif" font-size="${size}" fill="#1b2522">${xml(text)}</text>`;
  const pickNumber = (place: number, max: number) => scatteredNumber(`${firstName} ${lastName} ${side}`, place, max);
  const card = `<rect x="40" y="40" width="920" height="560" rx="28" fill="#e4eae2" stroke="#6b7d72" stroke-width="3"/>`;
  const lines = (x: number, y: number, count: number) =>
    Array.from({ length: count }, (_unused, row) => {
      const width = 120 + pickNumber(row, 420);
      return line(x + pickNumber(row + 9, Math.max(1, 920 - x - width)), y + row * 62, width, 26, '#53635a');
    }).join('');
  const contents = {
    selfie:
      line(60 + pickNumber(23, 250), 60, 60 + pickNumber(24, 160), 470, '#f3f6f1') +
      line(560 + pickNumber(25, 200), 60, 60 + pickNumber(26, 130), 470, '#c4cdc2') +
      head(340 + pickNumber(20, 320), 200 + pickNumber(21, 90), 150 + pickNumber(22, 60)),
    back: lines(90, 110, 8),
    front: `${head(170 + pickNumber(20, 80), 200 + pickNumber(21, 50), 90 + pickNumber(22, 40))}${textLine(400, 130, 'SPECIMEN · SAMPLE', 34)}${textLine(400, 230, lastName)}${textLine(400, 290, firstName)}${lines(400, 350, 4)}`,
  }[side];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"><rect width="1000" height="640" fill="#b9c2bb"/>${card}${contents}</svg>`;
}

/** Renders a picture into a file of `folder`, as a staged upload. */
export async function stagePicture(folder: string, originalName: string, svg: string): Promise<StagedFile> {
  const path = join(folder, originalName);
  await sharp(Buffer.from(svg)).jpeg({ quality: 70 }).toFile(path);
  return stageDemoFile(path, originalName, 'image/jpeg');
}

/** A document with one line on each page. */
export async function stagePdf(folder: string, originalName: string, lines: readonly string[]): Promise<StagedFile> {
  const path = join(folder, originalName);
  await writeFile(path, pdfOf(lines), 'latin1');
  return stageDemoFile(path, originalName, 'application/pdf');
}

/** A text file. */
export async function stageText(folder: string, originalName: string, text: string): Promise<StagedFile> {
  const path = join(folder, originalName);
  await writeFile(path, text);
  return stageDemoFile(path, originalName, 'application/octet-stream');
}

function pdfOf(lines: readonly string[]): string {
  const firstObject = 4;
  const pages = lines.map((_line, index) => `${firstObject + index * 2} 0 R`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${lines.length}/Kids[${pages.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((text, index) => {
      const content = `q .89 .92 .89 rg 30 30 535 360 re f Q BT /F1 24 Tf 60 300 Td (${text}) Tj ET`;
      const uses = `/Resources<</Font<</F1 3 0 R>>>>/Contents ${firstObject + index * 2 + 1} 0 R`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 420]${uses}>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
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

async function stageDemoFile(path: string, originalName: string, type: StagedFile['type']): Promise<StagedFile> {
  const hash = createHash('sha256');
  // A stream without an encoding gives bytes.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { path, originalName, size: (await stat(path)).size, type, sentHash: hash.digest() };
}
