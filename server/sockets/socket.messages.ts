import { z } from 'zod';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Log } from '#server/lib/log.ts';
import type { Requirement } from '#shared/kernel/permission.ts';
import { maxTokenLength } from '#shared/reference/limits.ts';
import { refusalOf } from '../http/errors.ts';
import type { Sessions, SignedInActor } from '../http/guards/actor.ts';
import { assertPermission, setupRequired } from '../http/guards/guard.ts';
import { parseSent } from '../http/request.ts';
import { errorBody, Invalid, SignedOut, TooMany } from '../lib/refusal.ts';
import { closeCodes, type Connection } from './socket.connection.ts';
import type { ConnectionRegistry } from './socket.registry.ts';

/** A feature's handler of one kind of message. A Refusal it throws is sent to the sender. */
export type MessageHandler<Message> = (connection: Connection, message: Message) => Promise<void> | void;

/** The permitted sender of a message: any connection, any signed-in user, or a member of the team who may do this. */
export type Sender = 'public' | 'customer' | Requirement;

/** Registers a kind of message: who may send it, its schema and its handler. Unknown keys are dropped. */
export type OnMessage = <S extends z.ZodType>(
  type: string,
  access: Sender,
  schema: S,
  handler: MessageHandler<z.output<S>>,
) => void;

/** Authenticates a connection by the token in a message. Refuses with signed_out, too_many_requests. */
export type SignIn = (connection: Connection, token: string) => Promise<SignedInActor>;

type Known = { access: Sender; schema: z.ZodType; handler: MessageHandler<unknown> };

const sessionEnded = 'session_ended';
const frame = z.looseObject({ type: z.string().max(64), ref: z.string().max(64).optional() });

/**
 * Reads frames and hands them to the features. A frame that is none is answered with invalid_input, one of an ended
 * session with signed_out.
 */
export function createMessages(
  deps: { sessions: Sessions; log: Log },
  registry: Pick<ConnectionRegistry, 'signIn' | 'count' | 'withPermit' | 'disconnect'>,
) {
  const messageKinds = new Map<string, Known>();
  const on: OnMessage = (type, access, schema, handler) => {
    if (messageKinds.has(type)) throw new Error(`Two features want the message ${type}`);
    // Its schema parses each message before the handler gets it.
    messageKinds.set(type, { access, schema, handler: handler as MessageHandler<unknown> });
  };

  /** Proves who is behind a connection, now and before each message: a session may have ended in between. */
  const identify = async (connection: Connection): Promise<boolean> => {
    if (connection.token === undefined) return true;
    // An idle tab sends messages too, so they do not count as activity; an active user's API calls do.
    const signedInActor = await deps.sessions.authenticate(connection.token, true);
    if (!signedInActor || (connection.actor && signedInActor.userId !== connection.actor.userId)) return false;
    if (signedInActor.isSettingUp) throw setupRequired();
    connection.actor = signedInActor;
    connection.checkedAt = performance.now();
    return true;
  };

  const signIn: SignIn = async (connection, token) => {
    connection.token = token;
    if (!(await identify(connection)) || !connection.actor) throw new SignedOut(sessionEnded);
    if (registry.signIn(connection, connection.actor.userId)) return connection.actor;
    const refusal = new TooMany(60, 'too_many_tabs');
    connection.refuse(refusal.toBody());
    connection.close(closeCodes.tooMany, 'too many tabs');
    throw refusal; // The close code reports it already: nothing more is sent on a closing connection.
  };

  on('auth', 'public', z.object({ token: z.string().min(1).max(maxTokenLength) }), async (connection, { token }) => {
    await signIn(connection, token);
    connection.send({ type: 'auth_ok' });
  });

  const handleMessage = async (connection: Connection, text: string): Promise<void> => {
    if (!connection.isOpen) return;
    let ref: string | undefined;
    try {
      const message = parseSent(frame, jsonOf(text));
      ref = message.ref;
      const kind = messageKinds.get(message.type);
      if (!kind) throw new Invalid('invalid_input', 'message_kind_unknown');
      if (!(await identify(connection))) throw new SignedOut(sessionEnded);
      assertAccess(connection, kind.access);
      await kind.handler(connection, parseSent(kind.schema, message));
    } catch (error) {
      answerError(connection, error, ref);
    }
  };

  const answerError = (connection: Connection, error: unknown, ref: string | undefined) => {
    const refusal = refusalOf(error);
    if (!refusal) deps.log.error({ err: error }, 'a socket message failed');
    connection.refuse(refusal?.toBody() ?? errorBody('internal', 'internal_message'), ref);
    const isEnded = refusal?.code === 'blocked' || (refusal instanceof SignedOut && connection.token !== undefined);
    // The browser then shows a text by the reason.
    if (isEnded) connection.close(closeCodes.signedOut, refusal.because.reason);
    else if (isDatabaseUnavailable(error)) connection.close(closeCodes.tryLater, 'try again later');
  };

  /** Takes one frame as it came in. */
  const receive = (connection: Connection, data: Buffer, isBinary: boolean): void => {
    // A frame may still be in the pipe when the connection ends.
    if (!connection.isOpen) return;
    if (isBinary) return connection.close(closeCodes.unreadable, 'text frames only');
    const limitResult = registry.count(connection);
    if (limitResult === 'flood') return registry.disconnect(connection, 'too many messages');
    if (limitResult === 'too_many') return connection.refuseFlood();
    connection.inOrder(() => registry.withPermit(connection, () => handleMessage(connection, data.toString('utf8'))));
  };

  return { on, signIn, receive };
}

function assertAccess({ actor }: Connection, access: Sender): void {
  if (access === 'public') return;
  if (!actor) throw new SignedOut('session_missing');
  if (access !== 'customer') assertPermission(actor, access);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Invalid('invalid_json', 'message_not_json');
    throw error;
  }
}
