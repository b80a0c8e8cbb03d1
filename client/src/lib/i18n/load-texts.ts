import i18next from 'i18next';
import type { Resources } from './resources.ts';

/** Fetches the texts of these namespaces in the page's language; throws the error of the last attempt. */
export async function loadTexts(...namespaces: readonly (keyof Resources)[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    void i18next.loadNamespaces(namespaces, (error: unknown) => (error ? reject(firstOf(error)) : resolve()));
  });
}

const firstOf = (error: unknown): unknown => (Array.isArray(error) ? error[0] : error);
