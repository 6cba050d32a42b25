import type { MouseEvent, ReactNode } from 'react'
import { safeName } from '../text/safe-name'

interface SafeLinkProps {
  readonly href: string
  /** Opens an address in the shell's own way; false leaves it to the browser. */
  readonly openOutside: (address: string) => boolean
  readonly className?: string | undefined
  /** Read out instead of the words, where those do not say of what. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** A link of a document: opens outside where its scheme is harmless, and is plain text otherwise. */
export function SafeLink({ href, openOutside, className, label, children }: SafeLinkProps) {
  const address = outsideAddress(href)
  if (address === null) return <span title={safeName(href)}>{children}</span>
  const open = (event: MouseEvent) => {
    if (openOutside(address)) event.preventDefault()
  }
  return (
    <a
      href={address}
      title={safeName(address)}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      aria-label={label}
      onClick={open}
    >
      {children}
    </a>
  )
}

/** The longest address the engine takes. */
const longest = 2000

/** The address a link may open outside Cairn, host names in ASCII; null for other schemes than http, https and mailto. */
export function outsideAddress(href: string): string | null {
  if (href.length > longest || !URL.canParse(href)) return null
  const { href: address, protocol } = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(protocol) && address.length <= longest ? address : null
}
