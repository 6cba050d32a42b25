import lexicon from '@resources/graph/lexicon/english-names.json'

/** Words that get a capital at the head of a sentence, of a question or of a heading, and are hardly ever a name alone. */
export const commonStarts: ReadonlySet<string> = new Set(lexicon.sentenceStarts)

const calendar: ReadonlySet<string> = new Set(lexicon.calendarWords)

/** Months and weekdays: they date a passage, and link it to nothing. */
export function isCalendarWord(word: string): boolean {
  return calendar.has(word.toLowerCase())
}
