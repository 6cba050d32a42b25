import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CairnError } from '@shared/errors'

/** What a transport does not let through, and the session must know. */
export interface TransportGuards {
  /** An answer was left unread; whose it was is not known, so all that wait are told. */
  readonly unread: (why: CairnError) => void
  /** The connection cannot go on. The transport has closed itself. */
  readonly broken: (why: CairnError) => void
}

/** A transport of the SDK that never holds more of what a server sends than it allows. */
export interface GuardedTransport extends Transport {
  /** To be called before it is started. */
  guard(guards: TransportGuards): void
  /** How many requests of the server were refused. */
  readonly refusedRequests: number
}

export interface TransportLimits {
  /** Bytes of one message. */
  readonly messageBytes: number
}

export const transportLimits: TransportLimits = { messageBytes: 4 * 1024 * 1024 }
