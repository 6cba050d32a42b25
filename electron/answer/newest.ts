/** Questions for what holds today. */
const asksNow =
  /\b(?:now|nowadays|currently|current|today|at present|presently|these days|at the moment|latest|most recent(?:ly)?)\b|目前|现在|如今|当前|现时|现今|眼下|最新|最近/iu
const notNow =
  /\b(?:until|by|till|up to) now\b|\bcurrents\b|\b(?:electric(?:al)?|alternating|direct|ocean|air) current\b/iu
const year = /(?<![\d.,-])(1[5-9]\d{2}|20\d{2})(?![\d.,]*\d)(?!-year)/gu

/** Whether a question wants the newest of what is said at several times. */
export function asksForNewest(question: string): boolean {
  return asksNow.test(question) && !notNow.test(question) && [...question.matchAll(year)].length === 0
}

/** The latest year a text names; null for none. */
export function latestYear(text: string): number | null {
  const years = [...text.matchAll(year)].map(([found]) => Number(found))
  return years.length > 0 ? Math.max(...years) : null
}
