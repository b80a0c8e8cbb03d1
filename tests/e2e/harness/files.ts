import type { Locator } from 'playwright';

/**
 * Chooses a file of one byte more than the 10 MB that are taken. It is made in the page: sending so much to the browser
 * takes a busy machine many seconds, and no part of the product.
 */
export async function chooseTooLarge(input: Locator, name: string, type: string): Promise<void> {
  await input.evaluate(
    (element, file) => {
      if (!(element instanceof HTMLInputElement)) throw new Error('Files are chosen in an input.');
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], file.name, { type: file.type }));
      element.files = chosen.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { name, type },
  );
}
