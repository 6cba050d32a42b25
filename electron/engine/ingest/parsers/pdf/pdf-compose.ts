import type { Page } from '@shared/documents'
import { type DocumentWords, jointOf, noWords } from './divided-words'
import { mendLigatures } from './ligatures'
import type { Line } from './pdf-lines'
import type { Run } from './pdf-runs'

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，；：？！（）「」『』《》【】]/u

/** Text put together from runs, with the place of each run in it. */
export interface Composed {
  readonly text: string
  /** Offsets relative to `text`. */
  readonly items: Page['items']
}

/** Joins the lines of a paragraph and its divided words, as these `words` of the document are written. */
export function composeParagraph(lines: readonly Line[], words: DocumentWords = noWords): Composed {
  const writer = new Writer(words)
  for (const line of lines) {
    writer.breakLine(line)
    writeSegments(writer, line, ' ')
  }
  return mendLigatures(writer.finish())
}

/** A table row: `a | b | c`. */
export function composeRow(line: Line): Composed {
  const writer = new Writer(noWords)
  writeSegments(writer, line, ' | ')
  return mendLigatures(writer.finish())
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

class Writer implements Composed {
  text = ''
  readonly items: Page['items'] = []

  constructor(readonly words: DocumentWords) {}

  write(run: Run): void {
    this.#dropSoftHyphen()
    const start = this.text.length
    this.text += run.text
    this.items.push([start, this.text.length, ...run.box])
  }

  separate(separator: string): void {
    if (this.text !== '' && !this.text.endsWith(' ')) this.text += separator
  }

  /** Goes on with another line: divided words are joined, characters written without spaces meet directly. */
  breakLine(next: Line): void {
    if (this.text === '' || this.#dropSoftHyphen()) return
    const first = next.segments[0]?.runs[0]?.text ?? ''
    const last = this.text.at(-1) ?? ''
    const joint = /\p{L}[-‐]$/u.test(this.text) ? jointOf(this.text, first, this.words) : 'space'
    if (joint === 'join') this.#dropLastCharacter()
    else if (joint === 'space' && !(dense.test(last) && dense.test(first.charAt(0)))) this.separate(' ')
  }

  finish(): Composed {
    this.#dropSoftHyphen()
    return this
  }

  #dropSoftHyphen(): boolean {
    if (!this.text.endsWith('\u00ad')) return false
    this.#dropLastCharacter()
    return true
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
