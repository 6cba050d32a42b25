export interface ServerAddress {
  readonly url: string
  readonly host: string
  /** On this machine. */
  readonly isLoopback: boolean
}

/** The server that a typed address means; null where it means none. Without a scheme it is plain HTTP. */
export function serverAddress(text: string): ServerAddress | null {
  const typed = text.trim()
  if (typed === '' || /\s/u.test(typed)) return null
  const whole = /^[a-z][a-z0-9+.-]*:\/\//iu.test(typed) ? typed : `http://${typed}`
  if (!URL.canParse(whole)) return null
  const { protocol, hostname, href, username } = new URL(whole)
  if (!['http:', 'https:'].includes(protocol) || hostname === '' || username !== '') return null
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
  return { url: href.replace(/\/$/u, ''), host: hostname, isLoopback }
}
