import { randomBytes } from 'node:crypto'

/** The links that let a browser in. The process that talks to the user issues a link, the web server spends it. */
export interface Links {
  /** A new one-time token. */
  issue(): Promise<string>
  /** True once for each token, within its time. */
  redeem(token: string): Promise<boolean>
}

export interface LinkOptions {
  readonly now?: () => number
  readonly ttlMs?: number
}

const tenMinutes = 600_000
/** As many as are kept at once; asking for more ends the oldest. */
const most = 100

/** 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Tokens that live in this process: 32 random bytes each, good once, for ten minutes. */
export function createLinks({ now = Date.now, ttlMs = tenMinutes }: LinkOptions = {}): Links {
  const deadlines = new Map<string, number>()

  function forgetOld(): void {
    for (const [token, deadline] of deadlines) if (deadline <= now()) deadlines.delete(token)
  }

  return {
    issue() {
      forgetOld()
      const [oldest] = deadlines.keys()
      if (oldest !== undefined && deadlines.size >= most) deadlines.delete(oldest)
      const token = newSecret()
      deadlines.set(token, now() + ttlMs)
      return Promise.resolve(token)
    },
    redeem(token) {
      forgetOld()
      // Found by hash of 32 random bytes: how long that takes tells nothing that helps to guess one.
      return Promise.resolve(deadlines.delete(token))
    },
  }
}

/** The address that a token is opened with. */
export function linkOf(port: number, token: string): string {
  return `http://localhost:${port}/open?token=${token}`
}
