import { argumentsDigest } from './fingerprint'

declare const ofTheUser: unique symbol

interface ActBase {
  readonly [ofTheUser]: true
  readonly sessionId: string
}

/** The user sent these words: a message of the chat, never text of a document, a model or a tool. */
export interface MessageAct extends ActBase {
  readonly kind: 'message'
  readonly text: string
}

/** The user was shown a tool with just these arguments, and answered. */
export interface AnswerAct extends ActBase {
  readonly kind: 'answer'
  readonly server: string
  readonly tool: string
  readonly fingerprint: string
  readonly argumentsDigest: string
}

/**
 * Something a person did at a keyboard or with a mouse. Grants are made from it only, and its brand keeps a value of any other
 * origin from passing for it: the two functions below are called where shells hand over what the user did, nowhere else.
 */
export type UserAct = MessageAct | AnswerAct

export interface ShownCall {
  readonly server: string
  readonly tool: string
  readonly fingerprint: string
  readonly args: unknown
}

/** A message, exactly as the user sent it. */
export function userWrote(sessionId: string, text: string): MessageAct {
  return { kind: 'message', sessionId, text } as MessageAct
}

/** The user answered the question whether this call may be made. */
export function userAnswered(sessionId: string, shown: ShownCall): AnswerAct {
  const { server, tool, fingerprint, args } = shown
  return { kind: 'answer', sessionId, server, tool, fingerprint, argumentsDigest: argumentsDigest(args) } as AnswerAct
}
