import type { DocumentRecord } from '@shared/documents'
import type { ListedDocuments } from '@shared/events'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import { fillIn } from '@shared/note'
import { cellWords } from '@engine/answer/citations/cite'
import type { Language } from '@engine/text/language'
import errorWords from '@resources/words/errors.zh.json'
import { answerWords } from '../wording/answer-words'
import type { TimeRange } from './added-range'
import type { LibraryQuestion } from '@engine/question/library/library-reading'
import { type CatalogueFound, type CopyGroup, stateOf } from './query-catalogue'

type Forms = Readonly<Record<'one' | 'other', string>>

/** Documents that a text names; the window lets the others be unfolded. */
export const namedAtOnce = 10
/** Ids of documents that a turn keeps, for the window: more are only counted. */
const mostKept = 1000
const copiesNamed = 3
const wholeDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
/** Kept, because making one takes longer than an answer. */
const days: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en-GB', wholeDay),
  zh: new Intl.DateTimeFormat('zh-CN', wholeDay),
}

/** A text about documents, and which they are. */
export interface CatalogueAnswer {
  readonly text: string
  /** Absent where none matches. */
  readonly listed?: ListedDocuments | undefined
}

/** What was found in the catalogue, in words: how many of how many, then the first of them, each with what was asked of it. */
export function catalogueAnswer(asked: LibraryQuestion, found: CatalogueFound, language: Language): CatalogueAnswer {
  const { catalogue: words } = answerWords[language]
  const { groups } = found
  const lead = leadOf(asked, found, language)
  if (groups.length === 0) return { text: lead }
  const lines = groups.slice(0, namedAtOnce).map((group) => `- ${lineOf(group, asked, language)}`)
  const left = groups.slice(namedAtOnce).reduce((count, group) => count + group.length, 0)
  const more = left > 0 ? [fillIn(words.more, { count: left })] : []
  return {
    text: [lead, lines.join('\n'), ...more].join('\n\n'),
    listed: { ...listedOf(groups, Math.min(namedAtOnce, groups.length)), ...factOf(asked) },
  }
}

/** Which documents a text speaks of, for the window. */
export function listedOf(groups: readonly (readonly { readonly id: string }[])[], named: number): ListedDocuments {
  const kept = groups.slice(0, mostKept).map((group) => group.map(({ id }) => id))
  return { groups: kept, named, ...(groups.length > mostKept ? { left: groups.length - mostKept } : {}) }
}

function leadOf(asked: LibraryQuestion, found: CatalogueFound, language: Language): string {
  const { total, matching, range } = found
  const { catalogue: words, system_without_documents: empty, marks } = answerWords[language]
  const count = matching.length
  if (total === 0) return empty.library
  if (asked.named) {
    const values = { count, name: cellWords(asked.named.name) }
    if (count === 0) return fillIn(words.not_named, values)
    return fillIn(formOf(found.isExact ? words.named : words.holding, count), values)
  }
  if (asked.inside) return insideLead(asked.inside, count, language)
  const order = asked.order && words.orders[asked.order]
  const conditions = conditionsOf(asked, range, count, language)
  if (conditions.length === 0 && order) {
    const shown = found.groups.length
    return fillIn(shown === 1 ? order.one : order.all, { total, shown })
  }
  if (conditions.length === 0) return wholeLibrary(matching, language)
  const values = { count, total, conditions: conditions.join(words.and) }
  const said = fillIn(count === 0 ? words.none : formOf(words.matching, count), values)
  return order && count > 0 ? said + marks.space + order.within : said
}

function insideLead({ name, as }: NonNullable<LibraryQuestion['inside']>, count: number, language: Language): string {
  const { inside: words } = answerWords[language].catalogue
  const { none, ...forms } = words[name === null ? 'any_mail' : as]
  return fillIn(count === 0 ? none : formOf(forms, count), { count, name: cellWords(name ?? '') })
}

function wholeLibrary(records: readonly DocumentRecord[], language: Language): string {
  const { catalogue: words, marks } = answerWords[language]
  const count = records.length
  const ready = records.filter(({ live }) => live !== null).length
  const unread = records.filter((record) => record.live === null && stateOf(record) === 'failed').length
  if (ready === count) return fillIn(formOf(words.all_ready, count), { count })
  const states = [
    { form: words.ready, count: ready },
    { form: words.unread, count: unread },
    { form: words.unfinished, count: count - ready - unread },
  ]
  const said = states
    .filter((state) => state.count > 0)
    .map((one) => fillIn(formOf(one.form, one.count), { count: one.count }))
  return fillIn(formOf(words.library, count), { count, states: said.join(marks.comma) })
}

/** How documents are limited, as it is said of `count` of them, one condition each. */
export function conditionsOf(
  { state, sort, copies }: LibraryQuestion,
  range: TimeRange | null,
  count: number,
  language: Language,
): string[] {
  const { conditions } = answerWords[language].catalogue
  const say = (key: keyof typeof conditions, values = {}) =>
    fillIn(count === 0 ? conditions[key].none : formOf(conditions[key], count), values)
  const label = sort && (language === 'zh' ? sort.label.zh : sort.label.en[count > 1 ? 'other' : 'one'])
  return [
    ...(label ? [say('sort', { sort: label })] : []),
    ...(range ? [say('added', { range: rangeWords(range, language) })] : []),
    ...(state ? [say(state)] : []),
    ...(copies ? [say('copied')] : []),
  ]
}

function rangeWords({ from, to }: TimeRange, language: Language): string {
  const { ranges } = answerWords[language].catalogue
  // A range ends before the moment it names, so its last day is the one before.
  const values = {
    from: dayOf(from ?? 0, language),
    to: dayOf(from === null || to === null ? (to ?? 0) : to - 1, language),
  }
  if (from === null) return fillIn(ranges.before, values)
  if (to === null) return fillIn(ranges.since, values)
  return fillIn(values.from === values.to ? ranges.day : ranges.days, values)
}

/** A document's name, its copies, and what the question asks of it: why it failed, its size, its place, when it was added. */
function lineOf([first, ...copies]: CopyGroup, asked: LibraryQuestion, language: Language): string {
  const { catalogue: words, marks } = answerWords[language]
  const { name, title } = first
  const said = title === '' || title === name ? name : `${title} (${name})`
  const others = copies.slice(0, copiesNamed).map((copy) => copy.name)
  const names = others.join(marks.comma) + (copies.length > copiesNamed ? ' …' : '')
  const facts = [
    ...factsOf(first, asked, language),
    ...(copies.length > 0 ? [fillIn(words.copies, { count: copies.length + 1, names })] : []),
  ]
  return cellWords([said, ...(facts.length > 0 ? [facts.join(marks.semicolon)] : [])].join(words.detail))
}

/** What a question asks to know of each document. */
function factOf({ named, order, added }: LibraryQuestion): Pick<ListedDocuments, 'fact'> {
  if (named) return { fact: 'source' }
  if (order === 'largest' || order === 'smallest') return { fact: 'size' }
  return order || added ? { fact: 'added' } : {}
}

function factsOf(record: DocumentRecord, asked: LibraryQuestion, language: Language): string[] {
  const { fact } = factOf(asked)
  const { error, source, byte_size: size, created_at: added } = record
  const { added_on: words } = answerWords[language].catalogue
  return [
    ...(error ? [reasonOf(error, language)] : []),
    ...(fact === 'source' ? [source] : []),
    ...(fact === 'size' ? [sizeOf(size)] : []),
    ...(fact === 'added' ? [fillIn(words, { day: dayOf(added, language) })] : []),
  ]
}

/** Why a document could not be read, in the words of the library's list. */
function reasonOf({ code, message }: NonNullable<DocumentRecord['error']>, language: Language): string {
  const words = language === 'zh' ? (failureInChinese(message) ?? errorWords[code].message) : message || code
  return words.replace(/[.。\s]+$/u, '')
}

const units = ['B', 'kB', 'MB', 'GB'] as const

function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

function dayOf(time: number, language: Language): string {
  return days[language].format(time)
}

function formOf(forms: Forms, count: number): string {
  return count === 1 ? forms.one : forms.other
}
