import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import {
  Note,
  note,
  NotedError,
  type NoteKey,
  noteText,
  noteTexts,
  notesOfFailure,
  sentenceOf,
  storeNoteKeys,
  turnNoteKeys,
} from '@shared/note'
import { chineseNotes } from '@shells/terminal/words/terminal-words'

const locales = join(import.meta.dirname, '../../../renderer/locales')
type Texts = Readonly<Record<string, string>>

function windowTexts(language: string): Texts {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(locales, language, name), 'utf8'))
  const { notes } = read('pipeline.json') as { notes: Texts }
  const { data } = read('settings.json') as { data: { found: Texts } }
  return { ...notes, ...data.found }
}

const keys: readonly NoteKey[] = [...turnNoteKeys, ...storeNoteKeys]
const en = windowTexts('en')
const zh = windowTexts('zh')
const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name))].sort()
/** A sentence of the window with the placeholders of the others; the window writes some values as numbers. */
const single = (text: string | undefined) => text?.replace(/\{\{(\w+)(?:, number)?\}\}/gu, '{$1}')

describe('every note', () => {
  test.each(keys)('%s is said in both languages, with all its values', (key) => {
    const [one, other] = [sentenceOf(key, 1), sentenceOf(key, 2)]
    const hasPlural = one !== other
    expect(names(one)).toEqual(names(other))
    expect(names(chineseNotes[key])).toEqual(names(other))
    expect(single(en[hasPlural ? `${key}_other` : key])).toBe(other)
    if (hasPlural) expect(single(en[`${key}_one`])).toBe(one)
    const chinese = single(zh[hasPlural ? `${key}_other` : key]) ?? ''
    expect(chinese).not.toBe('')
    expect(names(chinese)).toEqual(names(other))
  })

  test('that the window knows is one the engine can send', () => {
    const known = (texts: Texts) => [...new Set(Object.keys(texts).map((key) => key.replace(/_(?:one|other)$/u, '')))]
    expect(known(en).sort()).toEqual([...keys].sort())
    expect(known(zh).sort()).toEqual([...keys].sort())
  })
})

describe('a note in English', () => {
  test('minds its count and fills in its values', () => {
    expect(noteText(note('turns', { count: 1 }))).toBe('1 turn')
    expect(noteText(note('turns', { count: 12 }))).toBe('12 turns')
    expect(noteTexts([note('turns', { count: 0 }), note('summary_rolled')])).toBe('0 turns; summary rolled forward')
  })

  // Would catch a value that is read as a pattern, a placeholder or a property of every object.
  test('takes values as they are', () => {
    expect(noteText(note('refers_to_nothing', { word: '$& {word}' }))).toBe(
      '"$& {word}" refers to nothing in this conversation',
    )
    expect(noteText({ key: 'late', values: {} })).toBe('took longer than its {ms} ms')
    expect(noteText(note('failed', { message: '{toString}' }))).toBe('{toString}')
  })

  test('a key of nobody is refused', () => {
    expect(Note.safeParse({ key: 'nobody' }).success).toBe(false)
    expect(Note.parse({ key: 'clear' })).toEqual(note('clear'))
  })
})

describe('the notes of a failure', () => {
  test('are its own, those of its code, or its message', () => {
    const own = [note('every_search_failed'), note('text_search_failed', { message: 'gone' })]
    expect(notesOfFailure(new NotedError(own))).toEqual(own)
    expect(new NotedError(own).message).toBe('every search failed; text search: gone')
    expect(notesOfFailure(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))).toEqual([note('disk_full')])
    expect(notesOfFailure(new CairnError('CANCELLED', 'Cancelled.'))).toEqual([note('cancelled')])
    const odd = note('failed', { message: 'odd', code: 'INTERNAL' })
    expect(notesOfFailure(new Error('odd'))).toEqual([odd])
    expect(notesOfFailure('odd')).toEqual([odd])
  })
})
