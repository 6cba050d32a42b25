import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Whether two secrets are the same, in a time that says nothing about where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Cookies know no ports: the name does, so that two Cairns do not overwrite each other's. */
export function cookieName(port: number): string {
  return `cairn_${port}`
}

export function sessionCookie(port: number, secret: string): string {
  return `${cookieName(port)}=${secret}; HttpOnly; SameSite=Strict; Path=/`
}

/** Whether one of the cookies of a request is ours. Two of one name are possible, and only one need be right. */
export function holdsCookie(headers: IncomingHttpHeaders, port: number, secret: string): boolean {
  const prefix = `${cookieName(port)}=`
  return (headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .some((cookie) => cookie.startsWith(prefix) && sameSecret(cookie.slice(prefix.length), secret))
}

/**
 * The `http://host:port` a request was sent to, where it may have come from a page of ours or from the user; undefined
 * where it is to be refused. Stops pages of other origins, and names that were made to point at this machine (DNS
 * rebinding), before anything else is looked at.
 */
export function ownOrigin(headers: IncomingHttpHeaders, port: number): string | undefined {
  const host = headers.host?.toLowerCase() ?? ''
  const names = ['localhost', '127.0.0.1', '[::1]']
  // Browsers leave out the port that is the scheme's own.
  const hosts = port === 80 ? [...names, ...names.map((name) => `${name}:80`)] : names.map((name) => `${name}:${port}`)
  if (!hosts.includes(host)) return undefined
  const origin = `http://${host}`
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== origin) return undefined
  const site = headers['sec-fetch-site'] ?? 'none'
  // 'same-site' is another port of this machine: somebody else's page.
  return site === 'none' || site === 'same-origin' ? origin : undefined
}
