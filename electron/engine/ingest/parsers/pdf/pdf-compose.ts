import type { Page } from '@shared/documents'
import type { Line } from './pdf-lines'
import type { Run } from './pdf-runs'

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，；：？！（）「」『』《》【】]/u

/** Text put together from runs, with the place of each run in it. */
export interface Composed {
  readonly text: string
  /** Offsets relative to `text`. */
  readonly items: Page['items']
}

/** Joins the lines of a paragraph and its divided words; `hyphenated` words (in lower case) keep their hyphen. */
export function composeParagraph(lines: readonly Line[], hyphenated: ReadonlySet<string> = new Set()): Composed {
  const writer = new Writer(hyphenated)
  for (const line of lines) {
    writer.breakLine(line)
    writeSegments(writer, line, ' ')
  }
  return writer
}

/** A table row without known column names: `a | b | c`. */
export function composeRow(line: Line): Composed {
  const writer = new Writer(new Set())
  writeSegments(writer, line, ' | ')
  return writer
}

export function lineText(line: Line): string {
  return composeParagraph([line]).text
}

function writeSegments(writer: Writer, line: Line, separator: string): void {
  for (const [at, segment] of line.segments.entries()) {
    if (at > 0) writer.separate(separator)
    let previous: Run | undefined
    for (const run of segment.runs) {
      if (previous && needsSpace(previous, run)) writer.separate(' ')
      writer.write(run)
      previous = run
    }
  }
}

/** The words that stand with a hyphen inside a line of a document. */
export function hyphenatedWords(lines: readonly Line[]): Set<string> {
  const words = new Set<string>()
  for (const line of lines) {
    for (const [word] of lineText(line).matchAll(/(?<!\p{L})\p{L}+[-‐]\p{L}+/gu))
      words.add(word.replace('‐', '-').toLowerCase())
  }
  return words
}

class Writer implements Composed {
  text = ''
  readonly items: Page['items'] = []

  constructor(readonly hyphenated: ReadonlySet<string>) {}

  write(run: Run): void {
    const start = this.text.length
    this.text += run.text
    this.items.push([start, this.text.length, ...run.box])
  }

  separate(separator: string): void {
    if (this.text !== '' && !this.text.endsWith(' ')) this.text += separator
  }

  /** Goes on with another line: a hyphen between letters goes, characters written without spaces meet directly. */
  breakLine(next: Line): void {
    if (this.text === '') return
    const first = next.segments[0]?.runs[0]?.text ?? ''
    const last = this.text.at(-1) ?? ''
    if (/\p{Ll}[-‐]$/u.test(this.text) && /^\p{Ll}/u.test(first)) {
      if (!this.#isCompound(first)) this.#dropLastCharacter()
    } else if (!(dense.test(last) && dense.test(first.charAt(0)))) this.separate(' ')
  }

  #isCompound(rest: string): boolean {
    const before = /\p{L}+(?=[-‐]$)/u.exec(this.text.slice(-60))?.[0] ?? ''
    const after = /^\p{L}+/u.exec(rest)?.[0] ?? ''
    return this.hyphenated.has(`${before}-${after}`.toLowerCase())
  }

  #dropLastCharacter(): void {
    this.text = this.text.slice(0, -1)
    const item = this.items.at(-1)
    if (item) item[1] = this.text.length
    if (item && item[1] <= item[0]) this.items.pop()
  }
}

/** Runs of one line meet directly unless the page shows a gap, which between CJK characters must be a wide one. */
function needsSpace(previous: Run, run: Run): boolean {
  const size = Math.min(previous.size, run.size)
  const gap =
    run.isRightToLeft && previous.x > run.x ? previous.x - run.x - run.width : run.x - previous.x - previous.width
  const isDense = dense.test(previous.text.at(-1) ?? '') || dense.test(run.text.charAt(0))
  if (isDense) return gap > 0.6 * size
  return previous.spaceAfter || run.spaceBefore || gap > 0.16 * size
}
