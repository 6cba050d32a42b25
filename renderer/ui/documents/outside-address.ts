/** The longest address the engine takes. */
const longest = 2000

/**
 * The address a link may open outside Cairn, as it really is (international host names in their ASCII form); null for
 * every scheme but http, https and mailto, and for anything that is no whole address.
 */
export function outsideAddress(href: string): string | null {
  if (href.length > longest || !URL.canParse(href)) return null
  const { href: address, protocol } = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(protocol) && address.length <= longest ? address : null
}
