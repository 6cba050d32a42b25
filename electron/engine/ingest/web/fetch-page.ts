import { lookup } from 'node:dns/promises'
import { CairnError } from '@shared/errors'
import { withDeadline } from '@engine/platform/deadline'
import {
  bareHost,
  HostDeniedError,
  isHostAmong,
  isLoopback,
  isRedirect,
  type NetworkGate,
} from '@engine/platform/network-gate'
import { inUtf8, nameOfPage } from './page-name'
import { isPrivateAddress, isPrivateName } from './private-hosts'

export interface FetchPageNeeds {
  readonly gate: NetworkGate
  /** Hosts that somebody allowed, in the settings or for this once. */
  readonly allowed: readonly string[]
  /** The addresses a host's name stands for; the system's look-up by default. */
  readonly addressesOf?: ((host: string) => Promise<readonly string[]>) | undefined
  readonly limits?: Partial<PageLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PageLimits {
  /** Of what a server sends, unpacked. */
  readonly bytes: number
  /** Milliseconds from the first request to the last byte. */
  readonly ms: number
  readonly redirects: number
}

const usualLimits: PageLimits = { bytes: 50 * 1024 * 1024, ms: 60_000, redirects: 8 }

export interface FetchedPage {
  readonly bytes: Uint8Array
  readonly name: string
}

/** The host of a page's address, or of where it leads, that nobody has allowed yet. */
export interface HostWanted {
  readonly host: string
  /** The host that leads there. */
  readonly from: string | null
}

/** The address as it is kept. Throws INVALID_INPUT for what is no web address. */
export function pageAddress(typed: string): URL {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) throw noAddress()
  const url = new URL(whole)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw noAddress()
  return tidied(url)
}

/** Without what stands behind `#`; by https where the host is a public one. */
function tidied(url: URL): URL {
  url.hash = ''
  if (url.protocol === 'http:' && !isLoopback(url) && !isPrivateName(bareHost(url))) url.protocol = 'https:'
  return url
}

function noAddress(): CairnError {
  return new CairnError('INVALID_INPUT', 'This is no web address.', 'Use one such as https://example.org/page.')
}

/**
 * Fetches one page. Every host on the way must be allowed, this machine as well; a page may not lead to an address that only this
 * machine's network has. Throws CairnError NETWORK_DENIED, UNREACHABLE, NOT_FOUND, PERMISSION_DENIED, RATE_LIMITED, FILE_TOO_LARGE,
 * FILE_EMPTY, DEADLINE_EXCEEDED, CANCELLED.
 */
export async function fetchPage(address: URL, needs: FetchPageNeeds): Promise<FetchedPage | HostWanted> {
  const limits = { ...usualLimits, ...needs.limits }
  return withDeadline((signal) => followed(address, limits, { ...needs, signal }), limits.ms, needs.signal)
}

async function followed(
  address: URL,
  limits: PageLimits,
  needs: FetchPageNeeds & { readonly signal: AbortSignal },
): Promise<FetchedPage | HostWanted> {
  const typed = bareHost(address)
  const plainHost = isPrivateName(typed) ? typed : undefined
  let url = address
  let from: string | null = null
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    const host = bareHost(url)
    needs.gate.requireOnline(url, 'web page')
    if (from !== null && host !== typed) await requirePublic(host, from, needs)
    if (!isHostAmong(host, needs.allowed)) return { host, from }
    const response = await needs.gate.fetch(url, {
      purpose: 'web page',
      allow: [host],
      plainHost,
      headers: { accept: 'text/html, application/xhtml+xml, application/pdf, */*;q=0.8', 'user-agent': 'Cairn' },
      returnsRedirects: true,
      signal: needs.signal,
    })
    const location = isRedirect(response.status) ? response.headers.get('location') : null
    if (location === null)
      return { bytes: await bodyOf(response, host, limits), name: nameOfPage(url, typeOf(response)) }
    await response.body?.cancel()
    from = host
    url = leadsTo(location, url)
  }
  throw new CairnError('UNREACHABLE', `${address.host} redirects again and again.`, 'Open the page in a browser.')
}

function leadsTo(location: string, url: URL): URL {
  if (!URL.canParse(location, url)) {
    throw new CairnError('UNREACHABLE', `${url.host} leads to something that is no address.`, 'Check the address.')
  }
  return tidied(new URL(location, url))
}

/** A page must not have Cairn ask machines that only this one can reach: those a person names, by typing their address. */
async function requirePublic(host: string, from: string, needs: FetchPageNeeds): Promise<void> {
  const addressesOf = needs.addressesOf ?? namesLookedUp
  if (!isPrivateName(host)) {
    // Nobody is looked up whom nobody allowed: the question alone would tell a name server.
    if (!isHostAmong(host, needs.allowed)) return
    const addresses = await addressesOf(host).catch(() => [])
    if (!addresses.some(isPrivateAddress)) return
  }
  throw new HostDeniedError(
    '',
    `${from} leads to ${host}, which lies in your own network; such a redirect is never followed.`,
    `Add ${host} by its own address if you mean it.`,
  )
}

async function namesLookedUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

async function bodyOf(response: Response, host: string, limits: PageLimits): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel()
    throw refusedBy(host, response.status)
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of piecesOf(response)) {
    size += piece.byteLength
    if (size > limits.bytes) throw tooLarge(host, limits.bytes)
    pieces.push(piece)
  }
  if (size === 0) throw new CairnError('FILE_EMPTY', `${host} answered with an empty page.`, 'Check the address.')
  return inUtf8(Buffer.concat(pieces), typeOf(response))
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) return
      yield piece.value
    }
  } catch (thrown) {
    if (thrown instanceof CairnError) throw thrown
    const message = 'The connection broke while the page was coming.'
    throw new CairnError('UNREACHABLE', message, 'Try again.', { cause: thrown })
  } finally {
    // Leaving early must end the answer; after its end this does nothing.
    await reader?.cancel().catch(() => undefined)
  }
}

function typeOf(response: Response): string | null {
  return response.headers.get('content-type')
}

function refusedBy(host: string, status: number): CairnError {
  if (status === 404 || status === 410) {
    return new CairnError('NOT_FOUND', `${host} has no such page (${status}).`, 'Check the address.')
  }
  if (status === 401 || status === 403) {
    const action = 'Open it in your browser, save the page there and add the file.'
    return new CairnError(
      'PERMISSION_DENIED',
      `${host} does not show this page without signing in (${status}).`,
      action,
    )
  }
  if (status === 429) return new CairnError('RATE_LIMITED', `${host} asks for fewer requests.`, 'Try again later.')
  return new CairnError('UNREACHABLE', `${host} answered with ${status}.`, 'Try again later.')
}

function tooLarge(host: string, bytes: number): CairnError {
  const most = Math.max(1, Math.floor(bytes / 1024 / 1024))
  const action = 'Save the file with your browser and add it.'
  return new CairnError('FILE_TOO_LARGE', `${host} sends more than ${most} MB; a page is cut off there.`, action)
}
