import { Image } from 'lucide-react'
import { memo, useMemo } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { openOutside } from '../../state/shell'
import { SafeLink } from '../../ui/safe-link'
import { safeName } from '../../ui/safe-name'
import { rehypeWithoutOverrides } from './rehype-without-overrides'
import { MarkedText } from './marked-text'
import { rehypeMarks } from './markdown-marks'
import styles from './markdown-part.module.css'
import type { MarkdownPiece } from './markdown-pieces'
import type { Mark } from './marks'

interface MarkdownPartProps {
  readonly piece: MarkdownPiece
  /** The whole Markdown. */
  readonly text: string
  readonly definitions: string
  readonly marks: readonly Mark[]
}

/** One stretch of a Markdown document. What could fetch or run anything is shown as what it says. */
export const MarkdownPart = memo(MarkdownStretch, areAlike)

function MarkdownStretch({ piece: { start, end, plain }, text, definitions, marks }: MarkdownPartProps) {
  const source = text.slice(start, end)
  const plugins = useMemo(() => [rehypeMarks({ source, start, marks }), rehypeWithoutOverrides], [source, start, marks])
  if (plain) {
    return (
      <pre className={styles.plain}>
        <MarkedText text={source} start={start} marks={marks} />
      </pre>
    )
  }
  // After the end, so that every offset stays the document's.
  const known = definitions !== '' && source.includes('[') ? `${source}\n\n${definitions}` : source
  return (
    <div className={styles.markdown}>
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
        {known}
      </Markdown>
    </div>
  )
}

function areAlike(one: MarkdownPartProps, other: MarkdownPartProps): boolean {
  return (
    one.piece === other.piece &&
    one.text === other.text &&
    one.marks.length === other.marks.length &&
    one.marks.every((mark, at) => {
      const same = other.marks[at]
      return mark.kind === same?.kind && mark.start === same.start && mark.end === same.end
    })
  )
}

const components: Components = {
  a: ({ href, children }) => (
    <SafeLink href={href ?? ''} openOutside={openOutside} className={styles.link}>
      {children}
    </SafeLink>
  ),
  img: ({ alt, node }) => (
    <span className={styles.image} title={safeName(sourceOf(node))}>
      <Image size={14} strokeWidth={1.75} aria-hidden />
      {safeName(alt === undefined || alt === '' ? sourceOf(node) : alt)}
    </span>
  ),
  table: ({ children }) => (
    <div className={styles.wide}>
      <table>{children}</table>
    </div>
  ),
}

function sourceOf(node: ExtraProps['node']): string {
  const source = node?.properties['src']
  return typeof source === 'string' ? source : ''
}
