export interface ServerAddress {
  readonly url: string
  readonly host: string
  /** On this machine. */
  readonly isLoopback: boolean
  /** Plain HTTP to another machine: what is sent could be read on the way, and Cairn never does it. */
  readonly isPlain: boolean
}

/** The server that a typed address means; null where it means none. Without a scheme it is HTTPS, on this machine HTTP. */
export function serverAddress(text: string): ServerAddress | null {
  const typed = text.trim()
  if (typed === '' || /\s/u.test(typed)) return null
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(typed)
  const whole = hasScheme ? typed : `http://${typed}`
  if (!URL.canParse(whole)) return null
  const { hostname } = new URL(whole)
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
  const { protocol, href, username } = new URL(hasScheme || isLoopback ? whole : `https://${typed}`)
  if (!['http:', 'https:'].includes(protocol) || hostname === '' || username !== '') return null
  return { url: href.replace(/\/$/u, ''), host: hostname, isLoopback, isPlain: !isLoopback && protocol === 'http:' }
}
