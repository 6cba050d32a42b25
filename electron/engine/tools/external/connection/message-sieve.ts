import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { isNestedDeeperThan, isValueDeeperThan } from '../listing/nesting'

export interface SieveLimits {
  /** Messages in `windowMs`; more are a flood. */
  readonly messages: number
  readonly windowMs: number
  /** Notifications of progress that are passed on in a second. */
  readonly progress: number
  readonly depth: number
}

export const sieveLimits: SieveLimits = { messages: 20_000, windowMs: 10_000, progress: 20, depth: 200 }

export interface SieveOptions {
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  readonly limits?: SieveLimits
}

export type Sieved =
  | { readonly is: 'message'; readonly message: JSONRPCMessage }
  | { readonly is: 'nothing' }
  /** An answer that was not read, and to whom is not known. */
  | { readonly is: 'unreadable' }
  | { readonly is: 'flood' }

const nothing = { is: 'nothing' } as const

/**
 * Decides what of a server's messages goes on to the client: answers, requests, and the notifications that are followed. The rest costs little
 * and does nothing, however much of it comes; more than any honest server sends is a flood.
 */
export class MessageSieve {
  /** Requests of the server other than `ping`. None is served. */
  refusedRequests = 0
  /** Lines that are no messages. */
  garbage = 0
  readonly #limits: SieveLimits
  #windowStart: number
  #inWindow = 0
  #second = 0
  #progress = 0

  constructor(private readonly options: SieveOptions) {
    this.#limits = options.limits ?? sieveLimits
    this.#windowStart = options.now()
  }

  /** For a message as text. */
  read(text: string): Sieved {
    if (this.#isFlood()) return { is: 'flood' }
    if (isNestedDeeperThan(this.#limits.depth, text)) return { is: 'unreadable' }
    const value = jsonOrUndefined(text)
    if (value === undefined) {
      this.garbage += 1
      return nothing
    }
    return this.#sift(value)
  }

  /** For a message that a transport has read already. */
  pass(message: JSONRPCMessage): Sieved {
    if (this.#isFlood()) return { is: 'flood' }
    return isValueDeeperThan(this.#limits.depth, message) ? { is: 'unreadable' } : this.#sift(message)
  }

  #sift(value: unknown): Sieved {
    if (typeof value !== 'object' || value === null) {
      this.garbage += 1
      return nothing
    }
    const method = 'method' in value ? value.method : undefined
    if (method !== undefined && !('id' in value) && !this.#isFollowed(method)) return nothing
    const parsed = JSONRPCMessageSchema.safeParse(value)
    if (!parsed.success) {
      this.garbage += 1
      return 'result' in value || 'error' in value ? { is: 'unreadable' } : nothing
    }
    if (method !== undefined && 'id' in value && method !== 'ping') this.refusedRequests += 1
    return { is: 'message', message: parsed.data }
  }

  #isFollowed(method: unknown): boolean {
    if (method === 'notifications/tools/list_changed' || method === 'notifications/cancelled') return true
    if (method !== 'notifications/progress') return false
    const second = Math.floor(this.options.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#progress = 0
    }
    this.#progress += 1
    return this.#progress <= this.#limits.progress
  }

  #isFlood(): boolean {
    const now = this.options.now()
    if (now - this.#windowStart >= this.#limits.windowMs) {
      this.#windowStart = now
      this.#inWindow = 0
    }
    this.#inWindow += 1
    return this.#inWindow > this.#limits.messages
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
