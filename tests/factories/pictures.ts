import sharp from 'sharp';

/** A picture with structure, `width` pixels wide and in this quality; `shift` moves its parts. */
export async function aPicture(width = 1000, quality = 100, shift = 0): Promise<Buffer> {
  const bars = [7, 3, 9, 1, 6, 2, 8].map(
    (height, at) =>
      `<rect x="${at * 130 + 40}" y="${(height * 83 + shift) % 700}" width="90" height="${height * 60}" fill="#${at}${height}4"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="#eee"/>${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).resize(width).png({ quality, palette: true }).toBuffer();
}
