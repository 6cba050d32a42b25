/**
 * The address a link may open outside Cairn, as it really is (international host names in their ASCII form); null for
 * every scheme but http, https and mailto, and for anything that is no whole address.
 */
export function outsideAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}
