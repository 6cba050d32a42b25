import { CairnError } from '@shared/errors'

const openable: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** An address that may be opened outside Cairn, in its normal form. Throws INVALID_INPUT for every other. */
export function outsideLink(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && openable.has(url.protocol)) return url.href
  throw new CairnError(
    'INVALID_INPUT',
    'Cairn opens web and mail addresses only.',
    'Copy the address if you trust it, and open it yourself.',
  )
}
