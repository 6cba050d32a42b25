import { CairnError } from '@shared/errors'
import type { NetworkAttempt } from '@shared/models/models'
import { cancelled } from './deadline'

export interface GateInit {
  /** The purpose in a few words, for the network log that the user can read. */
  readonly purpose: string
  /** Hosts granted for this one act, beside those of the settings; `.example.org` stands for all below it. */
  readonly allow?: readonly string[] | undefined
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  readonly signal?: AbortSignal | undefined
  /** Redirects are not followed: the caller gets the answer that leads elsewhere, and decides. */
  readonly returnsRedirects?: boolean | undefined
  /** A host of a private network that a person named with `http`: few there speak https. It has to be allowed all the same. */
  readonly plainHost?: string | undefined
}

/** The only way from the engine to anything that is reached by an address. */
export interface NetworkGate {
  /**
   * Asks this machine, or a host that the user allowed. Redirects are followed, each through the same check. The
   * answer's body is read by the caller, whose signal ends it too. Throws CairnError NETWORK_DENIED (a
   * `HostDeniedError`), UNREACHABLE, CANCELLED, or the error the signal was aborted with; INVALID_INPUT for an address
   * that is none.
   */
  fetch(url: string | URL, init: GateInit): Promise<Response>
  /** Newest first, at most 500. */
  attempts(): NetworkAttempt[]
  /** Whether the person wants nothing to leave this machine. */
  isOffline(): boolean
  /**
   * To be asked before anything is done about an address that may not come to a request, such as looking its name up. Throws
   * NETWORK_DENIED, and writes it down, where Cairn is offline and the address is not of this machine.
   */
  requireOnline(url: URL, purpose: string): void
}

export interface NetworkGateOptions {
  /** As the settings have them now. */
  readonly allowedHosts: () => readonly string[]
  readonly now: () => number
  /** Whether nothing may leave this machine, whatever is allowed; false by default. */
  readonly isOffline?: (() => boolean) | undefined
  /**
   * Keeps an attempt, and once more where its outcome has changed. A request beyond this machine is not made before this has
   * resolved. Never rejects.
   */
  readonly record?: ((attempt: NetworkAttempt) => Promise<void>) | undefined
  readonly log?: ((line: string) => void) | undefined
  /** Sends a request that was let through; Node's fetch by default. */
  readonly send?: ((url: URL, init: RequestInit) => Promise<Response>) | undefined
}

/** NETWORK_DENIED, with the host that would have to be allowed; empty where allowing it would not help. */
export class HostDeniedError extends CairnError {
  constructor(
    readonly deniedHost: string,
    message: string,
    action: string,
  ) {
    super('NETWORK_DENIED', message, action)
  }
}

const maxRedirects = 10
const kept = 500
/** Headers that identify the user to a server. No redirect takes them along, not even to the same server. */
const credentials = ['authorization', 'cookie', 'proxy-authorization']
/** `localhost` is never looked up: a hosts file or a name server could send it elsewhere. */
const localAddresses = ['127.0.0.1', '[::1]']

/** Whether an address can only be this machine. */
export function isLoopback(url: URL): boolean {
  const host = bareHost(url)
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

export function createNetworkGate(options: NetworkGateOptions): NetworkGate {
  const { note, attempts } = createAttemptLog(options.now)
  const send = options.send ?? ((url, init) => fetch(url, init))
  const record = options.record ?? (() => Promise.resolve())
  const { check, allowedBy, requireStillOnline, ...offline } = createChecks(options, note, record)

  /** One hop. A `localhost` that listens at one of its two addresses only is found at either. */
  const hop = async (url: URL, init: RequestInit, purpose: string): Promise<Response> => {
    const addresses = bareHost(url) === 'localhost' ? localAddresses : [url.hostname]
    let last: unknown
    for (const address of addresses) {
      const target = Object.assign(new URL(url), { hostname: address })
      const attempt = note({ host: target.host, purpose, outcome: 'allowed', by: allowedBy(target) })
      const written = record(attempt)
      if (attempt.by !== 'loopback') {
        await written
        requireStillOnline(attempt, target)
      }
      try {
        return await send(target, init)
      } catch (thrown) {
        attempt.outcome = 'failed'
        void record(attempt)
        if (init.signal?.aborted) throw reasonOf(init.signal)
        last = thrown
      }
    }
    throw unreachable(url, last)
  }

  return {
    async fetch(address, init) {
      if (init.signal?.aborted) throw reasonOf(init.signal)
      let url = parse(address)
      check(url, undefined, init)
      const request = {
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: init.body ?? null,
        redirect: 'manual' as const,
        signal: init.signal ?? null,
      }
      for (let redirects = 0; ; redirects += 1) {
        const response = await hop(url, { ...request }, init.purpose)
        const location = isRedirect(response.status) ? response.headers.get('location') : null
        if (location === null || init.returnsRedirects) return response
        await response.body?.cancel()
        if (redirects === maxRedirects) throw unreachable(url, new Error('It redirects again and again.'))
        const next = parse(location, url)
        check(next, url, init)
        for (const name of credentials) request.headers.delete(name)
        if (response.status === 303 || (response.status < 303 && request.method === 'POST')) withoutBody(request)
        url = next
      }
    },
    attempts,
    ...offline,
  }
}

type Attempts = ReturnType<typeof createAttemptLog>

/** What decides about each hop, and keeps what was denied. */
function createChecks(
  options: NetworkGateOptions,
  note: Attempts['note'],
  record: (attempt: NetworkAttempt) => Promise<void>,
) {
  const isOffline = options.isOffline ?? (() => false)

  const refuse = (url: URL, purpose: string, problem: CairnError): never => {
    void record(note({ host: url.host, purpose, outcome: 'denied', by: null }))
    throw logged(url, purpose, problem)
  }

  const logged = (url: URL, purpose: string, problem: CairnError): CairnError => {
    options.log?.(`network: denied ${url.host} (${purpose})`)
    return problem
  }

  /** It may have been switched while the attempt was written down: then nothing is sent, and what was written says so. */
  const requireStillOnline = (attempt: ReturnType<Attempts['note']>, url: URL) => {
    if (!isOffline()) return
    Object.assign(attempt, { outcome: 'denied', by: null })
    void record(attempt)
    throw logged(url, attempt.purpose, offlineError(bareHost(url)))
  }

  const requireOnline = (url: URL, purpose: string) => {
    if (isOffline() && !isLoopback(url)) refuse(url, purpose, offlineError(bareHost(url)))
  }

  const check = (url: URL, from: URL | undefined, init: GateInit) => {
    requireOnline(url, init.purpose)
    const allowed = [...options.allowedHosts(), ...(init.allow ?? [])]
    const problem = objection(url, from, { allowed, plainHost: init.plainHost })
    if (problem) refuse(url, init.purpose, problem)
  }

  const allowedBy = (url: URL): NetworkAttempt['by'] => {
    if (isLoopback(url)) return 'loopback'
    return isHostAmong(bareHost(url), options.allowedHosts()) ? 'rule' : 'once'
  }

  return { isOffline, requireOnline, requireStillOnline, check, allowedBy }
}

/** The latest attempts, newest first. What `note` returns may still change its outcome. */
function createAttemptLog(now: () => number) {
  const attempts: { -readonly [Key in keyof NetworkAttempt]: NetworkAttempt[Key] }[] = []
  return {
    note: (made: Omit<NetworkAttempt, 'at'>) => {
      const attempt = { at: now(), ...made }
      attempts.unshift(attempt)
      attempts.length = Math.min(attempts.length, kept)
      return attempt
    },
    attempts: () => attempts.map((attempt) => ({ ...attempt })),
  }
}

interface Allowance {
  readonly allowed: readonly string[]
  readonly plainHost: string | undefined
}

/** Why a hop must not be made; undefined where it may. */
function objection(url: URL, from: URL | undefined, { allowed, plainHost }: Allowance): CairnError | undefined {
  const host = bareHost(url)
  const local = isLoopback(url)
  if (from && isLoopback(from) !== local) {
    const ways = local ? 'A server on the network leads' : 'A program on this machine leads'
    return denied(
      '',
      `${ways} to ${host}; such a redirect is never followed.`,
      'Use the address it should have itself.',
    )
  }
  if (local && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plainHost === host)) {
    const why = `Cairn reaches ${host || 'another machine'} by https only, not by ${url.protocol.slice(0, -1)}.`
    return denied('', why, 'Use an address that begins with https.')
  }
  if (local || isHostAmong(host, allowed)) return undefined
  return denied(host, `Cairn may not reach ${host}.`, `Allow ${host} in the settings, or for this once.`)
}

/** Whether a host is among allowed ones; `.example.org` stands for all below it. */
export function isHostAmong(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => covers(entry, host))
}

function covers(entry: string, host: string): boolean {
  const name = entry.trim().toLowerCase()
  return name.startsWith('.') ? name.length > 1 && host.endsWith(name) : name === host
}

function offlineError(host: string): HostDeniedError {
  const action = 'Switch “Offline, whatever happens” off in the settings if you want it to.'
  return denied('', `Cairn is switched offline, so it does not reach ${host}.`, action)
}

function denied(host: string, message: string, action: string): HostDeniedError {
  return new HostDeniedError(host, message, action)
}

function parse(address: string | URL, base?: URL): URL {
  const text = String(address)
  if (!URL.canParse(text, base?.href)) {
    throw new CairnError('INVALID_INPUT', 'This is no web address.', 'Check the address.')
  }
  const url = new URL(text, base?.href)
  // A redirect could carry them as well, and they would stand in logs.
  if (url.username || url.password) {
    const message = `The address of ${url.host} has a name or password in it.`
    throw new CairnError('INVALID_INPUT', message, 'Leave them out of the address.')
  }
  return url
}

/** `example.org.` is the same host as `example.org`. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/\.$/, '')
}

/** A redirect that does not repeat the request as it was goes on as a GET. */
function withoutBody(request: {
  method: string
  body: string | Uint8Array<ArrayBuffer> | null
  headers: Headers
}): void {
  request.method = 'GET'
  request.body = null
  request.headers.delete('content-type')
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

function reasonOf(signal: AbortSignal): CairnError {
  return signal.reason instanceof CairnError ? signal.reason : cancelled()
}

function unreachable(url: URL, cause: unknown): CairnError {
  const action = isLoopback(url) ? 'Check that the program runs.' : 'Check the connection and try again.'
  return new CairnError('UNREACHABLE', `${url.host} could not be reached.`, action, { cause })
}
