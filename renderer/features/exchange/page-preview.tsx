import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './export-preview.module.css'

/** What a page is shown with; of anything else only the words inside are. */
const shownAs: Readonly<Record<string, string>> = {
  H1: 'h3',
  H2: 'h4',
  H3: 'h5',
  P: 'p',
  OL: 'ol',
  UL: 'ul',
  LI: 'li',
  BLOCKQUOTE: 'blockquote',
  TABLE: 'table',
  THEAD: 'thead',
  TBODY: 'tbody',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  PRE: 'pre',
  CODE: 'code',
  MARK: 'mark',
  STRONG: 'strong',
  EM: 'em',
  BDI: 'bdi',
  BR: 'br',
}
const leftOut = new Set(['SCRIPT', 'STYLE', 'HEAD', 'TEMPLATE', 'SVG'])
/** Deeper ones add nothing to what can be read. */
const deepest = 40

/** An exported page as it reads: its headings, paragraphs, lists and tables. Nothing of it runs, is loaded or leads anywhere. */
export function PagePreview({ html }: { readonly html: string }) {
  const shown = useMemo(() => {
    // A document without a window: scripts do not run in it and pictures are not fetched.
    const page = new DOMParser().parseFromString(html, 'text/html')
    return shownOf(page.body, 0)
  }, [html])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div tabIndex={0} dir="auto" className={styles.page} data-page-preview>
      {shown}
    </div>
  )
}

function shownOf(parent: Node, depth: number): ReactNode[] {
  return Array.from(parent.childNodes, (node, at): ReactNode => {
    if (node.nodeType === Node.TEXT_NODE) return inTable(parent) ? null : withoutOverrides(node.nodeValue ?? '')
    if (!(node instanceof Element) || leftOut.has(node.tagName.toUpperCase()) || depth > deepest) return null
    const tag = shownAs[node.tagName]
    if (tag === 'br') return <br key={at} />
    const inside = shownOf(node, depth + 1)
    return tag === undefined ? <Fragment key={at}>{inside}</Fragment> : createElement(tag, { key: at }, ...inside)
  })
}

/** White space between the rows of a table is no text. */
function inTable(node: Node): boolean {
  return /^(?:TABLE|THEAD|TBODY|TR|OL|UL)$/u.test(node.nodeName)
}
