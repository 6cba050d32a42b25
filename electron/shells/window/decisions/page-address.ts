/** The renderer's own scheme. Links of the operating system use it too, but are only ever parsed (`deep-link.ts`). */
export const pageScheme = 'cairn'
export const pageUrl = 'cairn://app/index.html'

/** Whether an address is Cairn's one page, whatever stands after `#`. Only there may a window or a reload lead. */
export function isPage(url: string): boolean {
  const parsed = parsedUrl(url)
  return parsed !== null && ownHost(parsed) && ['/', '/index.html'].includes(parsed.pathname) && parsed.search === ''
}

/** Whether an address is one of Cairn's own: the page, its files, kept originals. */
export function isOwn(url: string): boolean {
  const parsed = parsedUrl(url)
  return parsed !== null && ownHost(parsed)
}

/** Whether an address is a kept original, the only thing that may be saved as a download. */
export function isOriginal(url: string): boolean {
  const parsed = parsedUrl(url)
  return parsed !== null && ownHost(parsed) && /^\/documents\/[^/]+\/original$/u.test(parsed.pathname)
}

/**
 * Whether the page may load an address at all. Nothing that leaves the machine is among them, so that a document can
 * neither fetch nor tell anything. `devTools` lets the inspector load itself.
 */
export function mayRequest(url: string, { devTools }: { devTools: boolean }): boolean {
  const parsed = parsedUrl(url)
  if (!parsed) return false
  if (parsed.protocol === 'devtools:') return devTools
  // blob: and data: hold what the page already has.
  return ['blob:', 'data:'].includes(parsed.protocol) || ownHost(parsed)
}

/** Only what a person expects of a copy button; `requestingUrl` is the page or origin that asks. */
export function mayUse(permission: string, requestingUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwn(requestingUrl)
}

/** Addresses that may be handed to the operating system; everything else could start a program. */
export function mayOpenOutside(url: string): boolean {
  const parsed = parsedUrl(url)
  return parsed !== null && ['http:', 'https:', 'mailto:'].includes(parsed.protocol)
}

function parsedUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

/** `host` and not `origin`, because Node gives a scheme of our own no origin. */
function ownHost({ protocol, host, username, password }: URL): boolean {
  return protocol === `${pageScheme}:` && host === 'app' && username === '' && password === ''
}
