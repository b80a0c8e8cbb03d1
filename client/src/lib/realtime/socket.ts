import { useEffect, useRef } from 'react';
import { readToken, watchToken } from '../session/token.ts';

type Handler = (message: Record<string, unknown>) => void;

const minWaitMs = 1_000;
const maxWaitMs = 30_000;
const handlers = new Map<string, Set<Handler>>();

let socket: WebSocket | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = minWaitMs;
let unsubscribeToken: (() => void) | undefined;

function isNeeded(): boolean {
  return handlers.size > 0 && readToken() !== null;
}

function parseMessage(data: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // Not ours to understand: the lists are polled as well.
  }
}

function connect(): void {
  clearTimeout(retry);
  if (socket || !isNeeded()) return;
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = opened;
  opened.onopen = () => {
    waitMs = minWaitMs;
    opened.send(JSON.stringify({ type: 'auth', token: readToken() }));
  };
  opened.onmessage = ({ data }) => {
    const message = parseMessage(data);
    const type = message?.['type'];
    if (!message || typeof type !== 'string') return;
    for (const handle of handlers.get(type) ?? []) handle(message);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = undefined;
    if (!isNeeded()) return;
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  };
}

function disconnect(): void {
  clearTimeout(retry);
  const closing = socket;
  socket = undefined;
  closing?.close(1000);
}

/** Hears one kind of live message; the one socket of the tab opens with the first listener and closes with the last. */
export function onServerMessage(type: string, handler: Handler): () => void {
  const ofType = handlers.get(type) ?? new Set();
  handlers.set(type, ofType.add(handler));
  unsubscribeToken ??= watchToken(() => {
    disconnect();
    connect();
  });
  connect();
  return () => {
    ofType.delete(handler);
    if (ofType.size === 0) handlers.delete(type);
    if (handlers.size > 0) return;
    unsubscribeToken?.();
    unsubscribeToken = undefined;
    disconnect();
  };
}

/** The same for a screen: hears while it is mounted. Messages are hints to fetch again, never data to trust. */
export function useServerMessage(type: string, handler: Handler): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onServerMessage(type, (message) => latest.current(message)), [type]);
}
