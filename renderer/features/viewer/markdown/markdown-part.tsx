import type { Element, Root, RootContent } from 'hast'
import { Image } from 'lucide-react'
import { memo, Suspense, useMemo } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { endBareLinks } from '@shared/excerpts/bare-links'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { openOutside } from '@renderer/state/connection'
import { SafeLink } from '@renderer/ui/documents/safe-link'
import { classesOf, isMaths, textOf, useMaths } from '@renderer/ui/text/markdown/markdown-extras'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { MarkedText } from '../text/marked-text'
import { rehypeMarks } from './markdown-marks'
import styles from './markdown-part.module.css'
import type { MarkdownPiece } from './markdown-pieces'
import { type Mark, type MarkKind, markKinds } from '../text/marks'
import { remarkPrices, withoutPrices } from './prices'

const MathsText = lazyPart(() => import('@renderer/ui/text/markdown/maths-text').then((file) => file.default), {
  ahead: false,
})

interface MarkdownPartProps {
  readonly piece: MarkdownPiece
  /** The whole Markdown. */
  readonly text: string
  readonly definitions: string
  readonly marks: readonly Mark[]
}

/** A stretch of a Markdown document. Elements that could fetch or run anything are shown as their text. */
export const MarkdownPart = memo(MarkdownStretch, areAlike)

function MarkdownStretch({ piece: { start, end, plain }, text, definitions, marks }: MarkdownPartProps) {
  const source = text.slice(start, end)
  const { text: priceless, hasMaths } = useMemo(
    () => (plain ? { text: source, hasMaths: false } : withoutPrices(source)),
    [source, plain],
  )
  const maths = useMaths(hasMaths)
  const remark = useMemo(() => [remarkGfm, endBareLinks, ...maths, remarkPrices], [maths])
  const plugins = useMemo(() => [rehypeMarks({ source, start, marks }), rehypeWithoutOverrides], [source, start, marks])
  if (plain) {
    return (
      <pre className={styles.plain}>
        <MarkedText text={source} start={start} marks={marks} />
      </pre>
    )
  }
  // After the end, so that every offset stays the document's.
  const known = definitions !== '' && source.includes('[') ? `${priceless}\n\n${definitions}` : priceless
  return (
    <div className={styles.markdown}>
      <Markdown remarkPlugins={remark} rehypePlugins={plugins} components={components}>
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
      return mark.kind === same?.kind && mark.own === same.own && mark.start === same.start && mark.end === same.end
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
  // A block of maths is no code.
  pre: ({ node, children }) => {
    const [first] = node?.children ?? []
    return isMaths(first) ? <div className={styles.wide}>{children}</div> : <pre>{children}</pre>
  },
  code: ({ node, className, children }) => {
    if (!isMaths(node)) return <code className={className}>{children}</code>
    const formula = (
      <Suspense fallback={<code>{children}</code>}>
        <MathsText tex={textOf(node)} display={!classesOf(node).includes('math-inline')} />
      </Suspense>
    )
    // A formula is marked as a whole, by the topmost kind there is in it.
    const kind = markOf(node)
    return kind === undefined ? formula : <mark data-mark={kind}>{formula}</mark>
  },
  table: ({ children }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.wide} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

function sourceOf(node: ExtraProps['node']): string {
  const source = node?.properties['src']
  return typeof source === 'string' ? source : ''
}

function markOf({ children }: Element): MarkKind | undefined {
  const kinds = children.map((child) => (child.type === 'element' ? child.properties['dataMark'] : undefined))
  return markKinds.findLast((kind) => kinds.includes(kind))
}

/** A rehype plugin that keeps text from turning what is around it. Changes lengths, so it comes after all marking. */
export function rehypeWithoutOverrides(): (tree: Root) => void {
  return show
}

function show(node: Root | RootContent): void {
  if (node.type === 'text') node.value = withoutOverrides(node.value)
  else if ('children' in node) for (const child of node.children) show(child)
}
