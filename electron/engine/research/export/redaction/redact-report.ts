import type {
  ReportBlock,
  ReportCell,
  ReportRef,
  ReportSentence,
  ResearchReport,
} from '@shared/research/research-report'

/** How the pieces of a report are left out. */
export interface ReportEdits {
  /** Stands where something was left out. */
  readonly marker: string
  readonly isHidden: (ref: ReportRef) => boolean
  /** A text without the words that must go. */
  readonly words: (text: string) => string
  /** A citation of evidence that stays, after what was left out of its text. */
  readonly ref: (ref: ReportRef) => ReportRef
}

/**
 * A report without what cites hidden evidence, beside whatever else it cites. One mark stands for all that stood together; dates, terms
 * and rows of which nothing else is left go with it.
 */
export function redactReport(report: ResearchReport, edits: ReportEdits): ResearchReport {
  const { words } = edits
  const redaction = new ReportRedaction(edits)
  return {
    ...report,
    title: words(report.title),
    summary: redaction.sentences(report.summary),
    sections: report.sections.map((section) => ({
      ...section,
      heading: words(section.heading),
      blocks: redaction.blocks(section.blocks),
    })),
    not_found: redaction.sentences(report.not_found),
    not_read: redaction.sentences(report.not_read),
    issues: report.issues.map((issue) => ({ ...issue, about: words(issue.about) })),
  }
}

class ReportRedaction {
  readonly #mark: ReportSentence

  constructor(private readonly edits: ReportEdits) {
    this.#mark = { text: edits.marker, kind: 'frame', refs: [], claims: [] }
  }

  sentences(sentences: readonly ReportSentence[]): ReportSentence[] {
    const { words, ref } = this.edits
    const kept = sentences.map((sentence) =>
      this.#goes(sentence.refs) ? null : { ...sentence, text: words(sentence.text), refs: sentence.refs.map(ref) },
    )
    return oneMark(kept, this.#mark)
  }

  blocks(blocks: readonly ReportBlock[]): ReportBlock[] {
    return oneMark<ReportBlock>(
      blocks.map((block) => this.#block(block)),
      { type: 'paragraph', sentences: [this.#mark] },
    )
  }

  #block(block: ReportBlock): ReportBlock | null {
    switch (block.type) {
      case 'paragraph': {
        const sentences = this.#left(block.sentences)
        return sentences && { ...block, sentences }
      }
      case 'list': {
        const items = block.items.map((item) => this.#left(item))
        return items.every((item) => item === null) ? null : { ...block, items: oneMark(items, [this.#mark]) }
      }
      case 'table':
        return this.#table(block)
      case 'timeline': {
        const entries = this.#entries(block.entries)
        return entries && { ...block, entries }
      }
      case 'terms': {
        const entries = this.#entries(block.entries)
        return entries && { ...block, entries }
      }
      case 'chart':
        return this.#goes(block.refs) ? null : { ...block, refs: block.refs.map(this.edits.ref) }
      case 'conflict': {
        const sides = block.sides.map((side) => this.#left(side))
        return sides.includes(null) ? null : { ...block, sides: sides.filter((side) => side !== null) }
      }
    }
  }

  #table(block: Extract<ReportBlock, { type: 'table' }>): ReportBlock | null {
    const { words } = this.edits
    const rows = block.rows.filter((row) => !this.#isGone(row))
    if (rows.length === 0 && block.rows.length > 0) return null
    return {
      ...block,
      ...(block.caption === undefined ? {} : { caption: words(block.caption) }),
      columns: block.columns.map(words),
      rows: rows.map((row) => row.map((cell) => this.#cell(cell))),
    }
  }

  /** Whether a row says nothing but what is hidden: its cells without sources are labels. */
  #isGone(row: readonly ReportCell[]): boolean {
    const sourced = row.filter(({ refs }) => refs.length > 0)
    return sourced.length > 0 && sourced.every(({ refs }) => this.#goes(refs))
  }

  #cell({ text, refs }: ReportCell): ReportCell {
    const { marker, words, ref } = this.edits
    return this.#goes(refs) ? { text: marker, refs: [] } : { text: words(text), refs: refs.map(ref) }
  }

  #entries<Entry extends { readonly sentences: ReportSentence[] }>(entries: readonly Entry[]): Entry[] | null {
    const kept = entries.flatMap((entry) => {
      const sentences = this.#left(entry.sentences)
      return sentences === null ? [] : [{ ...entry, sentences }]
    })
    return kept.length === 0 && entries.length > 0 ? null : kept
  }

  /** What is left of sentences; null for nothing. */
  #left(sentences: readonly ReportSentence[]): ReportSentence[] | null {
    return sentences.every(({ refs }) => this.#goes(refs)) ? null : this.sentences(sentences)
  }

  #goes(refs: readonly ReportRef[]): boolean {
    return refs.some(this.edits.isHidden)
  }
}

/** What is left, with one mark in the place of all that went side by side. */
function oneMark<Piece>(pieces: readonly (Piece | null)[], mark: Piece): Piece[] {
  return pieces.flatMap((piece, at) => (piece !== null ? [piece] : pieces[at - 1] === null && at > 0 ? [] : [mark]))
}
