import type { MouseEvent, ReactNode } from 'react'
import { useConnection } from '../../../state/connection'
import { openLink } from '../../../state/shell'
import { outsideAddress } from './outside-address'
import styles from './answer.module.css'

/** A link of a document: opens outside where its scheme is harmless, and is plain text otherwise. */
export function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const inWindow = useConnection((state) => state.shell?.kind === 'window')
  const address = outsideAddress(href)
  if (address === null) return <span title={href}>{children}</span>
  const open = (event: MouseEvent) => {
    if (!inWindow) return
    event.preventDefault()
    void openLink(address)
  }
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer" className={styles.link} onClick={open}>
      {children}
    </a>
  )
}
