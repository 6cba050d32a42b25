import lexicon from '@resources/graph/lexicon/english-names.json'

const { months, monthForms } = lexicon.numbers
const month = `(?:${monthForms.join('|')})`
const date = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\d{1,2}(?:st|nd|rd|th)? ${month},? \\d{4}|${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{4}年\\d{1,2}月\\d{1,2}日)(?![\\p{N}])`,
  'giu',
)
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/u
const hanDate = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/u
const firstLetters = months.map((name) => name.slice(0, 3))

/** The exact days a text names, as `YYYY-MM-DD`, each once. Months and years alone are too common to link anything. */
export function datesIn(text: string): string[] {
  return [...new Set((text.match(date) ?? []).flatMap((match) => isoOf(match) ?? []))]
}

function isoOf(written: string): string | undefined {
  const numeric = isoDate.exec(written) ?? hanDate.exec(written)
  if (numeric) return format(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]))
  const name = /\p{L}{3,}/u.exec(written)?.[0].slice(0, 3).toLowerCase() ?? ''
  const year = /\d{4}$/u.exec(written)?.[0]
  const day = /\d{1,2}/u.exec(written)?.[0]
  return format(Number(year), firstLetters.indexOf(name) + 1, Number(day))
}

function format(year: number, monthNumber: number, day: number): string | undefined {
  if (!(monthNumber >= 1 && monthNumber <= 12 && day >= 1 && day <= 31)) return undefined
  return `${year}-${String(monthNumber).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
