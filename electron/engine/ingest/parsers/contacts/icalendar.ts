import { detectLanguage } from '@engine/text/language'
import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addRecord } from '../tables/records'
import { type Component, componentsOf, type ContentLine, dateInWords, textValue, valuesBetween } from './content-lines'

const words = {
  en: {
    ...{
      SUMMARY: 'What',
      DTSTART: 'Start',
      DTEND: 'End',
      DUE: 'Due',
      DURATION: 'Duration',
      LOCATION: 'Location',
      STATUS: 'Status',
    },
    ...{
      ORGANIZER: 'Organiser',
      ATTENDEE: 'Attendees',
      RRULE: 'Repeats',
      CATEGORIES: 'Categories',
      URL: 'Website',
      COMPLETED: 'Completed',
    },
    ...{ COMMENT: 'Comment', CONTACT: 'Contact' },
    times: (count: string) => `, ${count} times`,
    until: (date: string) => `, until ${date}`,
    every: (interval: string) => `, every ${interval}`,
    ...{ DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly', HOURLY: 'hourly' },
  },
  zh: {
    ...{
      SUMMARY: '事项',
      DTSTART: '开始',
      DTEND: '结束',
      DUE: '截止',
      DURATION: '时长',
      LOCATION: '地点',
      STATUS: '状态',
    },
    ...{ ORGANIZER: '组织者', ATTENDEE: '参加者', RRULE: '重复', CATEGORIES: '类别', URL: '网址', COMPLETED: '完成于' },
    ...{ COMMENT: '说明', CONTACT: '联系人' },
    times: (count: string) => `，共 ${count} 次`,
    until: (date: string) => `，直到 ${date}`,
    every: (interval: string) => `，间隔 ${interval}`,
    ...{ DAILY: '每天', WEEKLY: '每周', MONTHLY: '每月', YEARLY: '每年', HOURLY: '每小时' },
  },
} as const
type Words = (typeof words)['en' | 'zh']
const fields = [
  ...(['SUMMARY', 'DTSTART', 'DTEND', 'DUE', 'DURATION', 'LOCATION', 'STATUS', 'ORGANIZER', 'ATTENDEE'] as const),
  ...(['RRULE', 'CATEGORIES', 'URL', 'COMPLETED', 'COMMENT', 'CONTACT'] as const),
]
const entries = new Set(['VEVENT', 'VTODO', 'VJOURNAL'])

/** Calendars: each appointment, task or entry below what it is about, with its fields named. */
export const icalendarParser: Parser = {
  format: 'icalendar',
  extensions: ['ics', 'ical', 'ifb'],
  kind: 'text',
  recognises: ({ promised, text }) => promised !== 'code' && /^\s*BEGIN:VCALENDAR\s/iu.test(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const language = detectLanguage(text.replace(/^[\w-]+[:;]/gmu, ''))
    let title: string | undefined
    for (const calendar of componentsOf(text)) {
      title ??= calendar.lines.find((line) => line.name === 'X-WR-CALNAME')?.raw
      for (const entry of calendar.parts) {
        if (entries.has(entry.kind) && !builder.isFull) addEntry(builder, entry, words[language])
      }
    }
    return builder.finish('icalendar', title === undefined ? titleFromName(name) : textValue(title))
  },
}

function addEntry(builder: StructureBuilder, { lines }: Component, its: Words): void {
  const found = new Map<string, string>()
  for (const line of lines) {
    if (!isField(line.name)) continue
    const label = its[line.name]
    const before = found.get(label)
    const value = valueOf(line, its)
    if (value !== '') found.set(label, before === undefined ? value : `${before}, ${value}`)
  }
  const about = lines.find(({ name }) => name === 'DESCRIPTION')
  builder.add('heading', (found.get(its.SUMMARY) ?? found.get(its.DTSTART) ?? '').replace(/\s+/gu, ' '), { level: 1 })
  addRecord(builder, found)
  if (about) builder.add('paragraph', textValue(about.raw))
}

function isField(name: string): name is (typeof fields)[number] {
  return fields.some((field) => field === name)
}

function valueOf({ name, raw, parameters }: ContentLine, its: Words): string {
  if (/^(?:DTSTART|DTEND|DUE|COMPLETED)$/u.test(name)) return dateInWords(raw, parameters.get('TZID'))
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    const address = raw.replace(/^mailto:/iu, '').trim()
    const person = parameters.get('CN')
    return person && person !== address ? `${person} <${address}>` : address
  }
  if (name === 'RRULE') return repetition(raw, its)
  if (name === 'CATEGORIES') return valuesBetween(raw, ',').join(', ')
  return textValue(raw).replace(/\s*\n\s*/gu, ' ')
}

/** `FREQ=WEEKLY;COUNT=3` in words; days and other conditions as they are written. */
function repetition(raw: string, its: Words): string {
  const parts = new Map(
    raw.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name, value] as const
    }),
  )
  const part = (name: string) => parts.get(name) ?? ''
  const [often, count, until, interval, days] = ['FREQ', 'COUNT', 'UNTIL', 'INTERVAL', 'BYDAY'].map(part)
  return [
    isFrequency(often) ? its[often] : often,
    interval && interval !== '1' ? its.every(interval) : '',
    days ? ` (${days})` : '',
    count ? its.times(count) : '',
    until ? its.until(dateInWords(until)) : '',
  ].join('')
}

function isFrequency(word: string | undefined): word is 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY' | 'HOURLY' {
  return /^(?:DAILY|WEEKLY|MONTHLY|YEARLY|HOURLY)$/u.test(word ?? '')
}
