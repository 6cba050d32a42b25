import { ImageOff } from 'lucide-react'
import type { Components } from 'react-markdown'
import { SafeLink } from '../documents/safe-link'
import { safeName } from './safe-name'

interface SafeElementsOptions {
  /** Opens an address in the shell's own way; false leaves it to the browser. */
  readonly openOutside: (address: string) => boolean
  readonly classes: Readonly<Record<'link' | 'image' | 'table', string | undefined>>
}

/** How Markdown shows what could reach outside: links by their scheme, pictures never loaded; and tables, which scroll. */
export function safeElements({ openOutside, classes }: SafeElementsOptions): Pick<Components, 'a' | 'img' | 'table'> {
  return {
    a: ({ href, children }) => (
      <SafeLink href={href ?? ''} openOutside={openOutside} className={classes.link}>
        {children}
      </SafeLink>
    ),
    // Loading a picture would tell its server that the text is being read.
    img: ({ alt, src }) => (
      <span className={classes.image} title={typeof src === 'string' ? safeName(src) : undefined}>
        <ImageOff size={14} strokeWidth={1.75} aria-hidden />
        {alt}
      </span>
    ),
    table: ({ children }) => (
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      <div className={classes.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
  }
}
