import type { Nodes, Parents, PhrasingContent, Root } from 'mdast'
import { memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { endBareLinks } from '@shared/excerpts/bare-links'
import { openOutside } from '@renderer/state/connection'
import { safeElements } from '@renderer/ui/text/safe-elements'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import styles from './note-markdown.module.css'

interface NoteMarkdownProps {
  readonly text: string
  /** The numbers of the note's sources: other brackets stay text. */
  readonly numbers: ReadonlySet<number>
  readonly nameOf: (number: number) => string
  readonly onMark: (number: number, byKeyboard: boolean) => void
}

/** A note's Markdown: marks of its sources are buttons, pictures are never loaded, raw HTML is text. */
export const NoteMarkdown = memo(function NoteMarkdown({ text, numbers, nameOf, onMark }: NoteMarkdownProps) {
  const plugins = useMemo(() => [remarkGfm, endBareLinks, [remarkMarks, numbers] as const], [numbers])
  const components = useMemo(() => componentsWith(nameOf, onMark), [nameOf, onMark])
  return (
    <div className={styles.note} lang={textLanguage(text)}>
      <Markdown remarkPlugins={plugins as never} components={components} urlTransform={(url) => url}>
        {text}
      </Markdown>
    </div>
  )
})

function componentsWith(nameOf: NoteMarkdownProps['nameOf'], onMark: NoteMarkdownProps['onMark']): Components {
  return {
    ...safeElements({ openOutside, classes: { link: styles.link, image: styles.image, table: styles.table } }),
    span: ({ node, children }) => {
      const number = Number(node?.properties['dataMark'])
      if (!Number.isInteger(number)) return <span>{children}</span>
      return (
        <button
          type="button"
          className={styles.mark}
          aria-label={nameOf(number)}
          title={nameOf(number)}
          onClick={(event) => onMark(number, event.detail === 0)}
        >
          {number}
        </button>
      )
    },
  }
}

/** For remark: marks of known numbers become elements, and raw HTML text. */
function remarkMarks(numbers: ReadonlySet<number>) {
  return (tree: Root): void => markIn(tree, numbers)
}

function markIn(parent: Parents, numbers: ReadonlySet<number>): void {
  // The children of a parent are of the kind that parent holds: text becomes text and marks, the rest stays.
  const children = parent.children as Nodes[]
  parent.children = children.flatMap((node) => marked(node, numbers)) as never
}

function marked(node: Nodes, numbers: ReadonlySet<number>): Nodes[] {
  if (node.type === 'html') return [{ type: 'text', value: node.value }]
  if (node.type === 'text') return node.value.split(/(\[\d{1,6}\])/u).flatMap((part) => partOf(part, numbers))
  if ('children' in node) markIn(node, numbers)
  return [node]
}

function partOf(part: string, numbers: ReadonlySet<number>): PhrasingContent[] {
  if (part === '') return []
  const number = /^\[\d+\]$/u.test(part) ? Number(part.slice(1, -1)) : 0
  const text = { type: 'text' as const, value: withoutOverrides(part) }
  if (!numbers.has(number)) return [text]
  return [{ type: 'emphasis', data: { hName: 'span', hProperties: { dataMark: String(number) } }, children: [text] }]
}
