import type { Block } from '@shared/documents'
import { titleFromName } from '../files/file-name'
import { HeadingPath, headingTitle } from './structure/heading-path'
import type { ParsedText, Parser, ParserInput } from './parser'
import { type Line, linesOf, readSourceText, trimSpan } from './structure/source-text'
import { headingLevel, isUnderline } from './structure/text-headings'

const textExtensions = 'txt text log textile me readme license changelog wiki nfo'.split(' ')

/** Lines longer than this are paragraphs of their own; shorter ones are taken for one that was wrapped. */
const longestWrappedLine = 140
const listMarker =
  /^\s{0,8}(?:[-*+•·▪◦‣]|\d{1,3}[.)]|\(?[a-zA-Z]\)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*\S/u

/** Plain text: paragraphs between empty lines, list items, and the headings that writers make without markup. */
export const textParser: Parser = {
  format: 'text',
  extensions: textExtensions,
  kind: 'text',
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const blocks = blocksOfText(text)
    const title = blocks[0]?.kind === 'heading' ? blocks[0].heading_path.at(-1) : undefined
    return { text, structure: { format: 'text', title: title ?? titleFromName(name), blocks, pages: [], gaps } }
  },
}

/** The blocks of a plain text. */
export function blocksOfText(text: string): Block[] {
  return new TextBlocks(text).read()
}

class TextBlocks {
  readonly #blocks: Block[] = []
  readonly #headings = new HeadingPath()
  /** Underline signs in order of first use; their order is their level. */
  readonly #underlines: string[] = []

  constructor(readonly text: string) {}

  read(): Block[] {
    let stretch: Line[] = []
    for (const line of linesOf(this.text)) {
      if (line.text.trim() !== '') stretch.push(line)
      else if (stretch.length > 0) {
        this.#readStretch(stretch)
        stretch = []
      }
    }
    this.#readStretch(stretch)
    return this.#blocks
  }

  /** Reads lines between two empty ones. */
  #readStretch(lines: readonly Line[]): void {
    const [first] = lines
    if (!first) return
    const level = lines.length === 1 ? headingLevel(first.text) : undefined
    if (level !== undefined) this.#addHeading(level, first.start, first.end, first.text)
    else this.#readLines(lines)
  }

  #readLines(lines: readonly Line[]): void {
    const ownLines = lines.some((line) => line.text.length > longestWrappedLine)
    let open: Line[] = []
    const close = (): void => {
      this.#addProse(open)
      open = []
    }
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at]
      const next = lines[at + 1]
      if (!line) continue
      if (next && open.length === 0 && line.text.length <= 100 && isUnderline(next.text, line.text)) {
        this.#addHeading(this.#underlineLevel(next.text), line.start, next.end, line.text)
        at += 1
      } else {
        if (ownLines || listMarker.test(line.text)) close()
        open.push(line)
        if (ownLines) close()
      }
    }
    close()
  }

  #underlineLevel(line: string): number {
    const sign = line.trim().charAt(0)
    if (!this.#underlines.includes(sign)) this.#underlines.push(sign)
    return this.#underlines.indexOf(sign) + 1
  }

  #addHeading(level: number, start: number, end: number, title: string): void {
    const span = trimSpan(this.text, start, end)
    if (!span) return
    const bounded = Math.min(6, level)
    this.#headings.enter(bounded, headingTitle(title))
    this.#blocks.push({ kind: 'heading', ...span, level: bounded, heading_path: this.#headings.current() })
  }

  #addProse(lines: readonly Line[]): void {
    const first = lines[0]
    const last = lines.at(-1)
    const span = first && last && trimSpan(this.text, first.start, last.end)
    if (!span) return
    const kind = listMarker.test(first.text) ? 'list_item' : 'paragraph'
    this.#blocks.push({ kind, ...span, heading_path: this.#headings.current() })
  }
}
