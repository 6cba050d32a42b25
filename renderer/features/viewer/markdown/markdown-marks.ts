import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { alignToSource } from '../citations/align-source'
import { type Mark, type Range, topOf } from '../text/marks'

interface Options {
  /** The Markdown that was rendered. */
  readonly source: string
  /** Offset of `source` in the document. */
  readonly start: number
  readonly marks: readonly Mark[]
}

type Parent = Root | Element

/** A rehype plugin that puts marked source into `mark` elements with the kind in `data-mark`. Raw HTML becomes text. */
export function rehypeMarks(options: Options): () => (tree: Root) => void {
  return () => (tree) => markChildren(tree, { start: 0, end: options.source.length }, false, options)
}

function markChildren(parent: Parent, around: Range, literal: boolean, options: Options): void {
  const children: (RootContent | ElementContent)[] = []
  const hasStray = parent.children.some(isStray)
  // Some extensions leave text without a place: such siblings are found together in what their parent was made of.
  const strays = hasStray ? new StrayTexts(options.source.slice(around.start, around.end), around.start, literal) : null
  for (const child of parent.children) {
    if (child.type === 'element') {
      const own = rangeOf(child) ?? around
      markChildren(child, own, literal || child.tagName === 'code', options)
      strays?.skip(textIn(child))
      children.push(child)
    } else if ((child.type === 'text' && child.value.trim() !== '') || child.type === 'raw') {
      const text: Text = { type: 'text', value: child.value }
      const own = rangeOf(child)
      const offsets = own ? undefined : strays?.place(child.value)
      if (own) strays?.skip(child.value)
      children.push(...markedText(text, { own, offsets, literal: literal || child.type === 'raw' }, options))
    } else children.push(child)
  }
  parent.children = children
}

/** White space between blocks and cells stands for nothing in the source. */
function isStray(node: RootContent | ElementContent): boolean {
  return node.type === 'text' && node.value.trim() !== '' && rangeOf(node) === undefined
}

/** Places of successive texts in one source. */
class StrayTexts {
  #at = 0
  constructor(
    readonly source: string,
    readonly start: number,
    readonly literal: boolean,
  ) {}

  place(text: string): number[] {
    const offsets = alignToSource(text, this.source.slice(this.#at), this.literal).map((offset) => offset + this.#at)
    this.#at = offsets.at(-1) ?? this.#at
    return offsets.map((offset) => offset + this.start)
  }

  skip(text: string): void {
    this.place(text)
  }
}

/** Where a text stands in the source: in a range of its own or, for a stray one, letter by letter. */
interface TextPlace {
  readonly own: Range | undefined
  readonly offsets: readonly number[] | undefined
  readonly literal: boolean
}

function markedText(
  text: Text,
  { own, offsets: placed, literal }: TextPlace,
  { source, start, marks }: Options,
): ElementContent[] {
  const from = own?.start ?? placed?.[0] ?? 0
  const to = own?.end ?? placed?.at(-1) ?? 0
  const touching = marks.filter((mark) => mark.start < start + to && mark.end > start + from)
  if (touching.length === 0 || text.value === '') return [text]
  const offsets = placed ?? alignToSource(text.value, source.slice(from, to), literal).map((offset) => offset + from)
  const topAt = (unit: number) => {
    const at = start + (offsets[unit] ?? 0)
    return topOf(touching, at, at + 1)
  }
  const parts: ElementContent[] = []
  for (let begin = 0; begin < text.value.length;) {
    const top = topAt(begin)
    let end = begin + 1
    while (end < text.value.length && isSame(topAt(end), top)) end += 1
    parts.push(part(text.value.slice(begin, end), top))
    begin = end
  }
  return parts
}

type Top = ReturnType<typeof topOf>

function isSame(one: Top, other: Top): boolean {
  return one.kind === other.kind && one.own === other.own
}

function part(value: string, { kind, own }: Top): ElementContent {
  const text: Text = { type: 'text', value }
  if (kind === null) return text
  const properties = { dataMark: kind, ...(own !== undefined && { dataOwn: own }) }
  return { type: 'element', tagName: 'mark', properties, children: [text] }
}

function rangeOf(node: RootContent | ElementContent): Range | undefined {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  return start === undefined || end === undefined ? undefined : { start, end }
}

function textIn(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textIn).join('') : ''
}
