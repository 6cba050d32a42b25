import { isMarkdown } from '@shared/documents'
import { z } from 'zod'
import type { EvidenceItem } from '@shared/events'
import { QuotedRows } from '@shared/excerpts/quoted-rows'
import type { AnswerParts, Mark, Sentence } from './answer-sentences'

const cited = z.object({ start: z.number(), end: z.number() }).nullable()
const numbers = z.array(z.number()).readonly()
const verdict = z.number().optional()

/** What a placeholder in prepared text stands for; `source` is what the response has there. */
export const Piece = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('literal'), source: z.string(), numbers, verdict }),
  z.object({ kind: z.literal('open'), source: z.literal(''), numbers, verdict }),
  z.object({ kind: z.literal('close'), source: z.literal('') }),
  /** Behind a sentence that the critic finds fault with. */
  z.object({ kind: z.literal('fault'), source: z.literal(''), verdict: z.number() }),
  /** A figure for which the source has another. */
  z.object({ kind: z.literal('wrong'), source: z.string(), verdict: z.number() }),
  z.object({ kind: z.literal('mark'), source: z.string(), number: z.number(), cited }),
])
export type Piece = z.infer<typeof Piece>

/** Markdown in which everything that must not be read as Markdown is a placeholder of four characters. */
export interface Prepared {
  readonly text: string
  readonly pieces: readonly Piece[]
}

// To Markdown the fence of a placeholder is a symbol, so that emphasis beside it works as it would at a line's start.
const fence = '\uFFFC'
const firstDigit = 0xe000
const base = 4096
export const placeholders = /\uFFFC([\uE000-\uEFFF])([\uE000-\uEFFF])\uFFFC/gu

export function placeholder(index: number): string {
  return `${fence}${String.fromCharCode(firstDigit + Math.floor(index / base), firstDigit + (index % base))}${fence}`
}

/** Stands for a `$` that is no maths; no answer has as many pieces. */
export const dollarPlaceholder = placeholder(base * base - 1)
export const dollarPiece: Piece = { kind: 'literal', source: '$', numbers: [] }

/** The index a placeholder stands for. Its two digits are the groups of `placeholders`. */
export function indexOf(high = '', low = ''): number {
  return (high.charCodeAt(0) - firstDigit) * base + low.charCodeAt(0) - firstDigit
}

/**
 * Makes a response ready for Markdown. Sentences of documents that are not Markdown, and citation marks, become
 * placeholders and so are shown letter for letter; where no evidence is Markdown, that is all text but the line
 * structure (`- `, empty lines and the pipes of tables), which is the engine's own.
 */
export function prepare(
  response: string,
  parts: AnswerParts,
  evidence: readonly EvidenceItem[],
  refsKnown: boolean,
): Prepared {
  if (parts.written) return prepareWritten(response, parts)
  const markdown = new Set(evidence.filter(({ format }) => isMarkdown(format)).map(({ number }) => number))
  const writer = new PieceWriter(markdown.size === 0, tableRows(response), refsKnown)
  const rows = new QuotedRows(evidence)
  let at = 0
  const inOrder: (Sentence | Mark)[] = [...parts.sentences, ...parts.marks].sort((a, b) => a.start - b.start)
  for (const part of inOrder) {
    if (part.start < at) continue
    writer.other(response.slice(at, part.start), at)
    const source = response.slice(part.start, part.end)
    if ('number' in part) writer.mark(source, part)
    else writer.sentence(rows.shownOf(source, part.numbers[0]), part, refsKnown, markdown)
    at = part.end
  }
  const rest = response.slice(at)
  // Whose sentence it becomes is not known yet; letter for letter is right for more of them.
  const unsure = !refsKnown && markdown.size < evidence.length
  if (unsure) writer.lines(rest, at)
  else writer.other(rest, at)
  return writer.done()
}

/** What a model writes is Markdown throughout, with marks anywhere. */
function prepareWritten(response: string, { sentences, marks, wrong }: AnswerParts): Prepared {
  const writer = new PieceWriter(false, new Set(), true)
  const inside = [...marks, ...wrong].toSorted((a, b) => a.start - b.start)
  const write = (start: number, end: number) => {
    let at = start
    for (const part of inside.filter((one) => one.start >= start && one.end <= end)) {
      const source = response.slice(part.start, part.end)
      if ('number' in part) {
        writer.beforeMark(response.slice(at, part.start))
        writer.mark(source, part)
      } else {
        writer.other(response.slice(at, part.start), at)
        writer.wrong(source, part.verdict)
      }
      at = part.end
    }
    writer.other(response.slice(at, end), at)
  }
  let at = 0
  for (const sentence of sentences) {
    const { start, end } = sentence
    write(at, start)
    // A placeholder before the sign that makes a line a heading or a table's row would unmake it.
    if (/^[#|>]/u.test(response.slice(start, end))) {
      const closing = response[end - 1] === '|' ? end - 1 : end
      write(start, closing)
      writer.fault(sentence)
      write(closing, end)
    } else writer.around(sentence, () => write(start, end))
    at = end
  }
  write(at, response.length)
  return writer.done()
}

/** Where the lines of the engine's own tables begin: a line that is only a table's rule cannot stem from a sentence. */
function tableRows(response: string): ReadonlySet<number> {
  const rows = new Set<number>()
  if (!response.includes('\n|---|')) return rows
  let at = 0
  let header: number | null = null
  let inTable = false
  for (const line of response.split('\n')) {
    const isRow = line.startsWith('|')
    const isRule = header !== null && /^\|(?:---\|)+$/u.test(line)
    if (isRule && header !== null) rows.add(header)
    inTable = isRow && (inTable || isRule)
    if (inTable) rows.add(at)
    header = isRow ? at : null
    at += line.length + 1
  }
  return rows
}

class PieceWriter {
  readonly #pieces: Piece[] = []
  readonly #text: string[] = []

  constructor(
    private readonly allLiteral: boolean,
    private readonly tableRows: ReadonlySet<number>,
    /** What is no sentence is the engine's own for certain, and so is a title in bold. */
    private readonly hasTitles: boolean,
  ) {}

  /** Whether what is written now stands in a row of a table. */
  #inRow = false

  literal(source: string, numbers: readonly number[], verdict?: number): void {
    if (source !== '') this.#add({ kind: 'literal', source, numbers, verdict })
  }

  sentence(source: string, part: Sentence, tellApart: boolean, markdown: ReadonlySet<number>): void {
    const isMarkdown = !this.allLiteral && (part.numbers[0] === undefined || markdown.has(part.numbers[0]))
    if (isMarkdown) this.#markdown(source, part, tellApart)
    else this.literal(source, part.numbers, part.verdict)
    this.fault(part)
  }

  mark(source: string, { number, cited }: Mark): void {
    // A mark brings its own space, one that keeps it on the line of its sentence.
    if (/^[^\S\n]+$/u.test(this.#text.at(-1) ?? '')) this.#text.pop()
    this.#add({ kind: 'mark', source, number, cited })
  }

  wrong(source: string, verdict: number): void {
    this.#add({ kind: 'wrong', source, verdict })
  }

  /** A mark brings its own space. */
  beforeMark(source: string): void {
    this.#raw(source.replace(/[^\S\n]+$/u, ''))
  }

  /** A sentence of Markdown with something else than text in it. */
  around(sentence: Sentence, write: () => void): void {
    this.#add({ kind: 'open', source: '', numbers: sentence.numbers, verdict: sentence.verdict })
    write()
    this.#add({ kind: 'close', source: '' })
    this.fault(sentence)
  }

  /** Says that the critic finds fault with the sentence before, where it does. */
  fault({ verdict }: Sentence): void {
    if (verdict !== undefined) this.#add({ kind: 'fault', source: '', verdict })
  }

  /** Text between sentences. */
  other(source: string, from: number): void {
    if (this.allLiteral) this.lines(source, from)
    else this.#raw(source)
  }

  /** Literal text that keeps its paragraphs, list items and table cells; it stands at `from` in the response. */
  lines(source: string, from: number): void {
    let start = from
    source.split('\n').forEach((line, at, { length }) => {
      if (at > 0) this.#text.push('\n')
      if (at > 0 || from === 0) this.#inRow = this.tableRows.has(start)
      start += line.length + 1
      if (this.#inRow) {
        this.#cells(line)
        return
      }
      const startsLine = at > 0 || this.#text.length === 0
      const bullet = startsLine && line.startsWith('- ') && (line.trim() !== '-' || at === length - 1) ? '- ' : ''
      this.#text.push(bullet)
      const words = bullet !== '' && this.hasTitles ? this.#title(line.slice(bullet.length)) : line.slice(bullet.length)
      if (words.trim() !== '') this.literal(words, [])
      else if (!startsLine) this.#text.push(words)
    })
  }

  /** What is behind a list item's title in bold, which is the engine's own; all of it where there is none. */
  #title(item: string): string {
    const [whole = '', title = ''] = /^\*\*([^*]+)\*\*/u.exec(item) ?? []
    if (title === '') return item
    this.#text.push('**')
    this.literal(title, [])
    this.#text.push('**')
    return item.slice(whole.length)
  }

  done(): Prepared {
    // A list item without words would make the line above it a heading.
    if (this.#text.at(-1) === '- ') this.#text.pop()
    return { text: this.#text.join(''), pieces: this.#pieces }
  }

  #markdown(source: string, { numbers, verdict }: Sentence, tellApart: boolean): void {
    if (!tellApart) {
      this.#raw(source)
      return
    }
    this.#add({ kind: 'open', source: '', numbers, verdict })
    this.#raw(source)
    this.#add({ kind: 'close', source: '' })
  }

  #cells(line: string): void {
    for (const part of line.split(/( ?\|(?:---\|)* ?)/u)) {
      if (/^ ?(?:\|(?:---\|)*)? ?$/u.test(part)) this.#text.push(part)
      else this.literal(part, [])
    }
  }

  /** Markdown as it is; a fence that the text itself has would be taken for one of ours. */
  #raw(source: string): void {
    source.split(fence).forEach((text, at) => {
      if (at > 0) this.literal(fence, [])
      this.#text.push(text)
    })
  }

  #add(piece: Piece): void {
    this.#text.push(placeholder(this.#pieces.length))
    this.#pieces.push(piece)
  }
}
