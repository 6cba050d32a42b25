import { citationMark } from '@engine/text/letters'
import type { AnswerRef, EvidenceItem } from '@shared/events'
import type { CitedAnswer } from './cite'

/** Two answers as one. */
export interface JoinedAnswer {
  readonly answer: CitedAnswer
  /** Where a position of the second answer's text stands in the joined one. */
  readonly placeOf: (position: number) => number
  /** The number that a source of the second answer has in the joined one. */
  readonly numberOf: (number: number) => number
}

/** The quoted answer behind a written one, `between` before it. Its sources are numbered on; a source of both has one number. */
export function quotedBehind(written: CitedAnswer, between: string, quoted: CitedAnswer): JoinedAnswer {
  const known = new Map(written.evidence.map(({ evidence_id: id, number }) => [id, number]))
  const evidence: EvidenceItem[] = [...written.evidence]
  const numbers = new Map<number, number>()
  for (const item of quoted.evidence) {
    const number = known.get(item.evidence_id) ?? evidence.length + 1
    numbers.set(item.number, number)
    if (!known.has(item.evidence_id)) evidence.push({ ...item, number })
  }
  const numberOf = (number: number) => numbers.get(number) ?? number
  const before = written.response + between
  const { text, placeOf: placeIn } = renumbered(quoted.response, numberOf)
  const placeOf = (position: number) => before.length + placeIn(position)
  const moved = (ref: AnswerRef): AnswerRef => ({
    ...ref,
    number: numberOf(ref.number),
    response_start: placeOf(ref.response_start),
    response_end: placeOf(ref.response_end),
  })
  const answer = { response: before + text, refs: [...written.refs, ...quoted.refs.map(moved)], evidence }
  return { answer, placeOf, numberOf }
}

/** A text with other numbers in its marks, which may be longer than the old ones. */
function renumbered(response: string, numberOf: (number: number) => number) {
  const shifts: { readonly end: number; readonly by: number }[] = []
  const text = response.replace(citationMark, (mark: string, number: string, at: number) => {
    const renewed = `[${numberOf(Number(number))}]`
    shifts.push({ end: at + mark.length, by: renewed.length - mark.length })
    return renewed
  })
  const placeOf = (position: number) =>
    shifts.reduce((place, { end, by }) => (end <= position ? place + by : place), position)
  return { text, placeOf }
}
