import { argumentsDigest } from './fingerprint'
import type { ToolIdentity } from './consent-book'
import type { ToolGrant } from './tool-grant'

interface Pending {
  readonly key: string
  readonly grant: ToolGrant
  readonly until: number
}

/** A person allows a call and asks again at once; what is not asked again is not allowed for ever. */
const keptMs = 5 * 60_000

/** Grants that people gave for one call, until the question is asked again. */
export class PendingGrants {
  #pending: readonly Pending[] = []

  /** `now` gives milliseconds of any clock that only goes forward. */
  constructor(private readonly now: () => number) {}

  put(sessionId: string, tool: ToolIdentity, args: unknown, grant: ToolGrant): void {
    const kept = this.#alive().filter(({ key }) => key !== keyOf(sessionId, tool, args))
    this.#pending = [...kept, { key: keyOf(sessionId, tool, args), grant, until: this.now() + keptMs }]
  }

  /** Takes it away: a grant is for one call. */
  take(sessionId: string, tool: ToolIdentity, args: unknown): ToolGrant | undefined {
    const key = keyOf(sessionId, tool, args)
    const found = this.#alive().find((one) => one.key === key)
    this.#pending = this.#alive().filter((one) => one !== found)
    return found?.grant
  }

  #alive(): readonly Pending[] {
    return this.#pending.filter(({ until }) => until > this.now())
  }
}

function keyOf(sessionId: string, { server, tool, fingerprint }: ToolIdentity, args: unknown): string {
  return JSON.stringify([sessionId, server, tool, fingerprint, argumentsDigest(args)])
}
