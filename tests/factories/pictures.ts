import sharp from 'sharp';

/** A picture with structure, `width` pixels wide and in this quality; `shift` moves its parts. */
export async function aPicture(width = 1000, quality = 100, shiftPx = 0): Promise<Buffer> {
  const bars = [7, 3, 9, 1, 6, 2, 8].map(
    (height, index) =>
      `<rect x="${index * 130 + 40}" y="${(height * 83 + shiftPx) % 700}" width="90" height="${height * 60}" ` +
      `fill="#${index}${height}4"/>`,
  );
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">' +
    `<rect width="1000" height="1000" fill="#eee"/>${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).resize(width).png({ quality, palette: true }).toBuffer();
}

/** A picture of this size with a phone's metadata: its maker and place. */
export async function aPictureOf(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#e8f0f0' }, limitInputPixels: false })
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .toFormat(format, format === 'webp' ? { effort: 0 } : {})
    .toBuffer();
}

/** The size of a picture, and its metadata. */
export async function detailsOf(bytes: Buffer) {
  const { format, width, height, ...details } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const traces = (['exif', 'orientation', 'icc', 'xmp', 'iptc'] as const).filter((name) => details[name] !== undefined);
  return { format, width, height, traces: bytes.includes('Ada Lovelace') ? [...traces, 'name'] : traces };
}
