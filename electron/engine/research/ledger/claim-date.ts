import type { EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { plainText } from '@engine/critic/facts/comparable-text'
import { type Quantity, quantitiesIn } from '@engine/critic/facts/quantities'

/** Years that a bare number may be. */
const earliest = 1500
const latest = 2100

/** When something holds: `2024`, `2024-03` or `2024-03-15`, by the sentence, else its headings, else the document's title and name; null where none says. */
export function claimDate(text: string, item: EvidenceItem, offset: number): string | null {
  const around = dateAround(item, offset)
  return dateIn(text, around) ?? around
}

/** The first date of a text with a year; `around` gives the year of a day without one. */
export function dateIn(text: string, around: string | null = null): string | null {
  const found = quantitiesIn(plainText(text.replaceAll('_', ' ')))
  return found.map((one) => written(one, around?.slice(0, 4) ?? null)).find((one) => one !== null) ?? null
}

function dateAround(item: EvidenceItem, offset: number): string | null {
  const { heading_path: path } = placeAt(item, item.start + offset)
  const names = [...path.toReversed(), item.document_title ?? '', item.document_name]
  return names.map((name) => dateIn(name)).find((one) => one !== null) ?? null
}

function written({ date, unit, value, raw }: Quantity, knownYear: string | null): string | null {
  if (date) {
    const year = date.year === null ? knownYear : String(date.year).padStart(4, '0')
    if (year === null) return null
    const parts = [date.month, date.month === null ? null : date.day].flatMap((part) => part ?? [])
    return [year, ...parts.map((part) => String(part).padStart(2, '0'))].join('-')
  }
  const isYear = unit === null && /^\d{4}$/u.test(raw) && value >= earliest && value <= latest
  return isYear ? raw : null
}
