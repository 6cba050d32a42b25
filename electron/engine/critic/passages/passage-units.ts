import { analyse } from '@engine/text/analyse'
import { splitSentences } from '@engine/text/sentences/sentences'
import { plainText } from '../facts/comparable-text'
import { type Quantity, quantitiesIn } from '../facts/quantities'
import { unitAt } from '@engine/text/units'
import { type Cell, linesOf } from './rows'

/** A clause of a sentence or a cell of a row, in plain form. */
export interface Part {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** The name of its column; empty where it is a clause, or its column has no name. */
  readonly label: string
  readonly labelTerms: ReadonlySet<string>
  readonly quantities: readonly Quantity[]
}

/** A sentence or a row of a passage. */
export interface Unit {
  /** Its place among the units of its passage, from 0. */
  readonly at: number
  /** Which table of the passage it is a row of; null for a sentence. */
  readonly table: number | null
  /** It names the columns of its table. */
  readonly isHeader: boolean
  readonly text: string
  readonly parts: readonly Part[]
  /** The heading it stands under, in plain form; empty for none. */
  readonly heading: string
  readonly headingTerms: ReadonlySet<string>
}

export const clauseEnd =
  /[,;:()](?=\s|$)|(?<=\s)[(]|[，；：。、（）]|(?<=[\p{Script=Han}])[,;:()]|\s-\s|\b(?:whereas|while|but)\b|而(?=\p{Script=Han})/u

/** The sentences and rows of a passage, in its order. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let prose: string[] = []
  let heading = ''
  let table = -1
  let isInTable = false
  const push = (parts: readonly Part[], whole: string, of: number | null, isHeader: boolean) =>
    void units.push({
      ...{ at: units.length, table: of, isHeader, text: whole, parts, heading },
      headingTerms: new Set(analyse(heading)),
    })
  const close = () => {
    const written = prose.join('\n')
    prose = []
    for (const { start, end } of splitSentences(written)) {
      const sentence = plainText(written.slice(start, end))
      push(
        clausesOf(sentence).map((clause) => partOf(clause, '')),
        sentence,
        null,
        false,
      )
      if (isHeading(written.slice(start, end))) heading = sentence.replace(/^#+ /u, '')
    }
  }
  for (const { text: line, cells, isHeader } of linesOf(text)) {
    if (cells === null) {
      prose.push(line)
      isInTable = false
      continue
    }
    close()
    if (!isInTable || isHeader) table += 1
    isInTable = true
    push(cells.map(cellPart), plainText(line), table, isHeader)
  }
  close()
  return units
}

/** The clauses of a sentence, trimmed; none is empty. */
export function clausesOf(sentence: string): string[] {
  return sentence
    .split(new RegExp(clauseEnd.source, 'u'))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s/u.test(line) || (line.length < 60 && !/[.。!?:：,，；;、]$/u.test(line) && !/^[-*•]/u.test(line))
}

function cellPart({ label, text }: Cell): Part {
  return partOf(plainText(text), plainText(label))
}

function partOf(text: string, label: string): Part {
  const unit = /[（(]([^()（）]+)[)）]$/u.exec(label.trimEnd())?.[1]?.trimStart()
  const labelled = unit ? (unitAt(unit, 0)?.unit ?? null) : null
  const quantities = quantitiesIn(text).map((one) =>
    one.unit || one.date || !labelled ? one : { ...one, unit: labelled },
  )
  return { text, label, terms: new Set(analyse(text)), labelTerms: new Set(analyse(label)), quantities }
}
