import { CairnError } from '@shared/errors'
import type { CodePages } from './code-pages'
import type { RtfParagraphs } from './rtf-paragraphs'
import type { RtfListener } from './rtf-tokens'
import { characters, type Destination, destinations, readAnyway, styleLevel } from './rtf-words'

/** What a group changes for its own length. */
interface Group {
  readonly destination: Destination
  readonly font: number
  /** How many bytes stand behind a Unicode character for programs that know none. */
  readonly fallback: number
  readonly isHidden: boolean
  readonly isInTable: boolean
  readonly style: number
  /** From 0; undefined where the style decides. */
  readonly outline: number | undefined
}

/** Text that is read for something else than the running text, until its group ends. */
interface Capture {
  readonly kind: Destination
  readonly depth: number
  text: string
}

const deepest = 5000
const captured = new Set<Destination>(['title', 'marker', 'note', 'comment', 'box', 'frame'])
const unread = new Set<Destination>(['skip', 'info', 'fonts', 'either'])
const bare = { style: 0, outline: undefined, isInTable: false } as const
/** The code page of the whole file; `ansicpg` names it. */
const pageWords: ReadonlyMap<string, number> = new Map([
  ['ansicpg', 1252],
  ['ansi', 1252],
  ['mac', 10000],
  ['pc', 437],
  ['pca', 850],
])

/** Follows the groups and control words of an RTF file and hands its text on. */
export class RtfText implements RtfListener {
  title = ''
  unreadable = 0
  hasHidden = false
  hasFrame = false
  #group: Group = { destination: 'body', font: 0, fallback: 1, isHidden: false, ...bare }
  readonly #outer: Group[] = []
  readonly #captures: Capture[] = []
  readonly #levels = new Map<number, number>()
  #bytes: number[] = []
  #toSkip = 0
  #isStarred = false
  #isClosed = false
  #standardFont = 0
  #notes = 0

  constructor(
    readonly paragraphs: RtfParagraphs,
    readonly pages: CodePages,
  ) {}

  /** Groups that are still open. */
  get depth(): number {
    return this.#outer.length
  }

  get isDone(): boolean {
    return this.#isClosed || this.paragraphs.builder.isFull
  }

  open(): void {
    this.#settle()
    if (this.depth >= deepest) {
      throw new CairnError(
        'FILE_CORRUPT',
        'The document is nested too deeply to be read.',
        'Open it in a word processor, save it as DOCX and add that.',
      )
    }
    this.#outer.push(this.#group)
    if (this.#group.destination === 'styles' && this.#captures.length === 0) this.#capture('styles')
  }

  close(): void {
    this.#settle()
    const capture = this.#captures.at(-1)
    if (capture?.depth === this.depth) {
      this.#captures.pop()
      this.#useCapture(capture)
    }
    const outer = this.#outer.pop()
    if (outer) this.#group = outer
    this.#isClosed = this.depth === 0
  }

  /** Hands on what is left where the file ends. */
  finish(): void {
    while (this.depth > 0) this.close()
    this.#settle()
    this.paragraphs.finish()
  }

  byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1
    else if (this.#isRead()) this.#bytes.push(value)
  }

  word(name: string, value: number | undefined): void {
    const isStarred = this.#isStarred
    this.#settle()
    this.#isStarred = name === '*'
    const { destination } = this.#group
    if (destination === 'fonts') this.#readFontWord(name, value)
    else if (destination === 'either' && name === 'ud') this.#set({ destination: 'body' })
    if (!this.#isRead() && destination !== 'info') return
    const entered = destinations.get(name)
    if (entered && (entered !== 'title' || destination === 'info')) this.#enter(entered)
    else if (isStarred && !readAnyway.has(name)) this.#enter('skip')
    else if (destination !== 'info') this.#readWord(name, value)
  }

  /** Decodes the bytes that were collected; what follows is another font, group or character. */
  #settle(): void {
    this.#toSkip = 0
    this.#isStarred = false
    if (this.#bytes.length === 0) return
    const text = this.pages.decode(this.#bytes, this.#group.font)
    this.#bytes = []
    for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) this.unreadable += 1
    this.#write(text)
  }

  #isRead(): boolean {
    const { destination } = this.#group
    return destination === 'styles' ? this.#captures.length > 0 : !unread.has(destination)
  }

  #write(text: string): void {
    const capture = this.#captures.at(-1)
    if (this.#group.isHidden) this.hasHidden ||= /[\p{L}\p{N}]/u.test(text)
    else if (capture) capture.text += text
    else this.paragraphs.addText(text)
  }

  #set(change: Partial<Group>): void {
    this.#group = { ...this.#group, ...change }
  }

  #enter(destination: Destination): void {
    if (destination === 'note') this.#write(`[${(this.#notes += 1)}]`)
    this.#set({ destination })
    if (captured.has(destination)) this.#capture(destination)
  }

  #capture(kind: Destination): void {
    if (this.#captures.at(-1)?.depth !== this.depth) this.#captures.push({ kind, depth: this.depth, text: '' })
  }

  #useCapture({ kind, text }: Capture): void {
    const words = text.trim()
    if (kind === 'styles') this.#addStyle(words.replace(/;.*$/su, '').trim())
    else if (kind === 'title') this.title = words.replace(/\s+/gu, ' ')
    else if (kind === 'marker') this.paragraphs.setMarker(words)
    else if (kind === 'frame') this.hasFrame ||= /\p{L}{2,}/u.test(words)
    else if (kind === 'box') this.paragraphs.addAside(words)
    else if (words !== '') this.paragraphs.addAside(`${kind === 'note' ? `[${this.#notes}]` : 'Comment:'} ${words}`)
  }

  #addStyle(name: string): void {
    const { style, outline } = this.#group
    const level = outline === undefined ? styleLevel(name) : outline + 1
    if (level !== undefined && level <= 6) this.#levels.set(style, level)
  }

  #readFontWord(name: string, value = 0): void {
    if (name === 'f') this.#set({ font: value })
    else if (name === 'fcharset') this.pages.setCharset(this.#group.font, value)
    else if (name === 'cpg') this.pages.setPage(this.#group.font, value)
  }

  #readWord(name: string, value: number | undefined): void {
    const character = characters.get(name)
    if (character !== undefined) this.#write(character)
    else if (name === 'u') this.#writeUnicode(value ?? 0)
    else if (name === 'par' || name === 'sect' || name === 'page') this.#endParagraph()
    else if (pageWords.has(name)) this.pages.standard = (name === 'ansicpg' ? value : pageWords.get(name)) ?? 1252
    else if (!this.#changeGroup(name, value)) this.#readTableWord(name)
  }

  /** Returns false for words that change nothing of a group. */
  #changeGroup(name: string, value: number | undefined): boolean {
    if (name === 'f') this.#set({ font: value ?? 0 })
    else if (name === 'deff') this.#set({ font: (this.#standardFont = value ?? 0) })
    else if (name === 'plain') this.#set({ font: this.#standardFont, isHidden: false })
    else if (name === 'v' || name === 'deleted') this.#set({ isHidden: value !== 0 })
    else if (name === 'uc') this.#set({ fallback: Math.max(0, value ?? 1) })
    else if (name === 'pard') this.#set(bare)
    else if (name === 'intbl') this.#set({ isInTable: true })
    else if (name === 's') this.#set({ style: value ?? 0 })
    else if (name === 'outlinelevel') this.#set({ outline: value ?? 0 })
    else return false
    return true
  }

  #writeUnicode(value: number): void {
    const code = value < 0 ? value + 0x10000 : value
    // Letters of a font of symbols, which mean nothing in any other.
    const isSymbol = code >= 0xf000 && code <= 0xf0ff
    if (code > 0 && code <= 0x10ffff && !isSymbol) this.#write(String.fromCodePoint(code))
    this.#toSkip = this.#group.fallback
  }

  #endParagraph(): void {
    const { style, outline, isInTable } = this.#group
    const level = outline === undefined ? this.#levels.get(style) : outline + 1
    if (this.#captures.length > 0) this.#write('\n')
    else this.paragraphs.endParagraph(level !== undefined && level <= 6 ? level : undefined, isInTable)
  }

  #readTableWord(name: string): void {
    const { paragraphs } = this
    if (name === 'nestcell') this.#write(' | ')
    else if (name === 'nestrow') this.#write('\n')
    else if (this.#captures.length > 0) this.#write(name === 'cell' ? ' ' : name === 'row' ? '\n' : '')
    else if (name === 'cell') paragraphs.endCell()
    else if (name === 'row') paragraphs.endRow()
    else if (name === 'trowd') paragraphs.startRow()
    else if (name === 'trhdr') paragraphs.markHeader()
    else if (name === 'clvmrg') paragraphs.joinCell()
    else if (name === 'cellx') paragraphs.defineCell()
  }
}
