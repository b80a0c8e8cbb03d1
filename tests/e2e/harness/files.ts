import type { Locator } from 'playwright';

/** Chooses a picture of more than 10 MB, made in the page: zeros after its end, which readers ignore. */
export async function chooseLargePhoto(input: Locator, name: string): Promise<void> {
  await input.evaluate(async (element, fileName) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('Files are chosen in an input.');
    const canvas = new OffscreenCanvas(2400, 1600);
    // Without a context a canvas has no pixels to encode.
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 1600);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    const chosen = new DataTransfer();
    const parts = [picture, new Uint8Array(10 * 1024 * 1024)];
    chosen.items.add(new File(parts, fileName, { type: 'image/png' }));
    element.files = chosen.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, name);
}
