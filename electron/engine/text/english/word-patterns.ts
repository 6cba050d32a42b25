import calendar from '@resources/lexicon/calendar.json'
import questionWords from '@resources/lexicon/question-words.json'

/** The English months in their order, with a capital. */
export const months: readonly string[] = calendar.months

/** The English weekdays from Monday on, with a capital. */
export const weekdays: readonly string[] = calendar.weekdays

// What follows is put into patterns, which say themselves whether capitals count.

/** Matches the name of a month. */
export const anyMonth = `(?:${months.join('|')})`

/** Matches the name of a month or its usual short form: "Sept". */
export const anyMonthInShort = `(?:${calendar.monthsInShort.join('|')})`

/** Matches the name of a weekday up to its "day". */
export const anyWeekdayStem = `(?:${weekdays.map((weekday) => weekday.replace(/day$/u, '')).join('|')})`

/** Matches a word that an English question begins with. */
export const anyQuestionWord = `(?:${questionWords.join('|')})`
