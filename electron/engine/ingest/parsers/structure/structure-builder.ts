import type { Block, DocumentFormat, Gap, Page, WrittenTable } from '@shared/documents'
import { limits } from '../../files/read-regular-file'
import type { About } from './about'
import { HeadingPath, headingTitle } from './heading-path'
import type { ParsedText } from '../parser'

export interface BlockOptions {
  readonly level?: number | undefined
  readonly page?: number | undefined
  readonly context?: string | undefined
}

const titleWithin = 2000
const closePairs = new Set<Block['kind']>(['list_item', 'table_row'])

/**
 * Writes the text of a document block by block, for formats whose text is composed rather than found. Blocks are set
 * apart by an empty line, neighbouring list items and table rows by a line break. Stops at the character limit.
 */
export class StructureBuilder {
  readonly pages: Page[] = []
  readonly gaps: Gap[] = []
  readonly tables: WrittenTable[] = []
  /** The page of every block from here on that is not given one of its own. */
  page: number | undefined
  readonly #blocks: Block[] = []
  readonly #headings = new HeadingPath()
  #parts: string[] = []
  #length = 0
  #full = false

  get length(): number {
    return this.#length
  }

  get isFull(): boolean {
    return this.#full
  }

  /** The first heading, where it stands near enough to the beginning to be the title. */
  get firstHeading(): string | undefined {
    const heading = this.#blocks.find((block) => block.kind === 'heading')
    return heading && heading.start < titleWithin ? heading.heading_path.at(-1) : undefined
  }

  /** Appends a block and returns where it starts, or undefined where nothing of it was written. */
  add(kind: Block['kind'], raw: string, options: BlockOptions = {}): number | undefined {
    const text = raw.trim()
    if (text === '' || this.#full) return undefined
    const separator = this.#separator(kind)
    if (this.#length + separator.length + text.length > limits.textCharacters) {
      this.#full = true
      return undefined
    }
    this.#parts.push(separator, text)
    const start = this.#length + separator.length
    this.#length = start + text.length
    const level = kind === 'heading' ? Math.min(6, Math.max(1, options.level ?? 1)) : undefined
    if (level !== undefined) this.#headings.enter(level, headingTitle(text))
    const page = options.page ?? this.page
    this.#blocks.push({
      kind,
      start,
      end: this.#length,
      heading_path: this.#headings.current(),
      ...(level !== undefined && { level }),
      ...(page !== undefined && { page }),
      ...(options.context !== undefined && { context: options.context }),
    })
    return start
  }

  /** @param about who the document says wrote it, and when. */
  finish(format: DocumentFormat, title: string, about: About = {}): ParsedText {
    if (this.#full) this.gaps.push(truncatedGap())
    const tables = this.tables.length > 0 && { tables: this.tables }
    const structure = { format, title, blocks: this.#blocks, pages: this.pages, gaps: this.gaps, ...tables, ...about }
    return { text: this.#parts.join(''), structure }
  }

  #separator(kind: Block['kind']): string {
    const last = this.#blocks.at(-1)?.kind
    if (last === undefined) return ''
    return last === kind && closePairs.has(kind) ? '\n' : '\n\n'
  }
}

export function truncatedGap(): Gap {
  const most = limits.textCharacters.toLocaleString('en-US')
  return { kind: 'truncated', detail: `Only the first ${most} characters were read.` }
}

export function unreadableGap(count: number): Gap {
  const what = count === 1 ? '1 character' : `${count.toLocaleString('en-US')} characters`
  return { kind: 'unreadable_characters', detail: `${what} could not be decoded.` }
}
