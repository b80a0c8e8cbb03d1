interface Form {
  fields: Record<string, unknown>;
  files: Record<string, Blob | readonly Blob[] | undefined>;
}

/** Options of a call of any route. */
export interface RequestParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  form?: Form | undefined;
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The path with its parameters filled in and the query appended; empty query values are left out. */
export function urlOf(path: string, { params = {}, query = {} }: RequestParts): string {
  const filledPath = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(asText(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const entry of values) if (isPresent(entry)) search.append(name, asText(entry));
  }
  const text = search.toString();
  return text ? `${filledPath}?${text}` : filledPath;
}

function formDataOf({ fields, files }: Form): FormData {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) formData.append(name, asText(value));
  for (const [name, value] of Object.entries(files)) {
    const list = value === undefined ? [] : value instanceof Blob ? [value] : value;
    for (const file of list) formData.append(name, file);
  }
  return formData;
}

/** The request body; sets the content type unless the browser does. */
export function bodyOf({ body, form }: RequestParts, headers: Headers): BodyInit | null {
  if (form) return formDataOf(form);
  if (body === undefined) return null;
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}
