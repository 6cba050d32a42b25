import { CairnError } from '@shared/errors'
import type { UserAct } from './user-act'

/** What a grant is for: one call of one tool as it was then, with these arguments. */
export interface GrantedCall {
  readonly server: string
  readonly tool: string
  readonly fingerprint: string
  readonly argumentsDigest: string
  readonly sessionId: string
}

/**
 * Permission for one call of a tool of another program. Only a `ConsentBook` gives it, for an act of the user; nothing else has
 * its type, and a value that only looks like one is refused when it is used.
 */
export class ToolGrant {
  readonly #call: GrantedCall
  #isUsed = false

  private constructor(call: GrantedCall) {
    this.#call = call
  }

  /** For `ConsentBook` alone, which has seen that the act is about this call. */
  static forCall({ sessionId }: UserAct, call: Omit<GrantedCall, 'sessionId'>): ToolGrant {
    return new ToolGrant({ ...call, sessionId })
  }

  /** Uses a grant up for this call. Throws CairnError CONSENT_NEEDED where it is none, was used, or is for another call. */
  static use(grant: unknown, call: Omit<GrantedCall, 'sessionId'>): GrantedCall {
    if (!(typeof grant === 'object' && grant !== null && #call in grant)) throw consentNeeded(call)
    const granted = grant.#call
    const isThis =
      granted.server === call.server &&
      granted.tool === call.tool &&
      granted.fingerprint === call.fingerprint &&
      granted.argumentsDigest === call.argumentsDigest
    if (grant.#isUsed || !isThis) throw consentNeeded(call)
    grant.#isUsed = true
    return granted
  }
}

export function consentNeeded({ server, tool }: { readonly server: string; readonly tool: string }): CairnError {
  return new CairnError(
    'CONSENT_NEEDED',
    `${tool} of ${server} runs only when you allow it.`,
    'Look at what it would be given, then allow it or not.',
  )
}
