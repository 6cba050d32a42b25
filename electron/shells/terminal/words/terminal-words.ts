import type { Language } from '@engine/text/language'
import english from '@resources/words/terminal.en.json'
import chinese from '@resources/words/terminal.zh.json'
import { fillIn, type Note, type NoteKey, noteText } from '@shared/note'
import notes from '@resources/words/notes.zh.json'

export type Word = keyof typeof english

/** Every text the terminal shows, in both languages. `{name}` is filled in; a test compares the keys and the names. */
export const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en: english, zh: chinese }

/** Says a word in one language, with its `{names}` filled in. */
export interface Say {
  (word: Word, values?: Readonly<Record<string, string | number>>): string
  readonly language: Language
}

export function speak(language: Language): Say {
  const say = (word: Word, values: Readonly<Record<string, string | number>> = {}) =>
    words[language][word].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return Object.assign(say, { language })
}

/** The language a POSIX environment asks for; English where it says nothing or something else. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  // `||`, not `??`: POSIX treats an empty variable as unset.
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** The engine's notes in Chinese; their English is in `shared/note.ts`. */
export const chineseNotes: Readonly<Record<NoteKey, string>> = notes

/** A note in the terminal's language. */
export function sayNote(note: Note, say: Say): string {
  return say.language === 'zh' ? fillIn(chineseNotes[note.key], note.values) : noteText(note)
}

/** Several notes on one line; `text` where a record is older than they are. */
export function sayNotes(notes: readonly Note[] | undefined, text: string | undefined, say: Say): string {
  if (!notes || notes.length === 0) return text ?? ''
  return notes.map((note) => sayNote(note, say)).join(say.language === 'zh' ? '；' : '; ')
}

/** Why a passage was left out: a block's reason, or a step of the search, perhaps a step of a later version. */
export function sayLeftOut(by: string, say: Say): string {
  const word = [`reason_${by}`, `step_${by}`].find(isWord)
  return word ? say(word) : say('reasonOther', { name: by })
}

function isWord(name: string): name is Word {
  return Object.hasOwn(english, name)
}
