import { detectLanguage, type Language } from '@engine/text/language'
import { recalledTopic } from './forms/recall-question'
import { itemsAskedFor } from './forms/survey-question'
import {
  type DocumentQuestion,
  documentQuestionOf,
  type OverviewQuestion,
  overviewQuestionOf,
} from './forms/whole-question'
import { libraryQuestionOf } from './library/library-question'
import type { LibraryQuestion } from './library/library-reading'
import { comparedSides, splitCompound } from './parts/split'
import { type AskedValue, askedValueOf } from './words/asked-value'
import { type NamingWords, namingWordsOf } from './words/naming-words'
import { type QuestionType, questionTypeOf } from './words/question-type'
import { type QuestionWord, questionWordIn } from './words/wanted-kind'

/** A question that is whole by itself: one sentence of a compound one, or all of it. */
export interface AskedPart {
  /** As it stands alone. */
  readonly text: string
  /** Where its own words begin, UTF-16 units: what was spoken of stands before them. 0 where all of it is asked. */
  readonly from: number
  /** The words that take a place in the question before it ("and in 2022?"), where they ask for nothing themselves; else empty. */
  readonly fills: string
  readonly language: Language
  /** The form of its answer. */
  readonly type: QuestionType
  /** What it asks with and for, as either language reads it: passages in the other one are searched by its rules. */
  readonly word: Readonly<Record<Language, QuestionWord>>
  readonly value: AskedValue
  /** How what is asked belongs to what it is asked of ("played" of "Which sport is played in France?"); empty for none. */
  readonly relation: string
}

/** A form that a question as a whole may have; one that nothing asks for in a special form has none of them. */
export type QuestionForm =
  | ({ readonly is: 'overview' } & OverviewQuestion)
  | ({ readonly is: 'document' } & DocumentQuestion)
  /** Which or how many documents mention something, of those that the rest of it says. */
  | { readonly is: 'mentions'; readonly topic: string; readonly of: LibraryQuestion }
  /** All there is of something. */
  | { readonly is: 'items'; readonly topic: string }
  | { readonly is: 'comparison'; readonly sides: readonly [string, string] }

/** A question as it was read, once. Nothing behind stages 2 and 3 reads its text again. */
export interface AskedQuestion extends AskedPart {
  /** As it was written. */
  readonly written: string
  /** The forms it may have, in the order they are tried. Empty for a compound question. */
  readonly forms: readonly QuestionForm[]
  /** What it asks about earlier chats; null where it asks about none. */
  readonly recalls: string | null
  readonly names: NamingWords
  /** What a compound question asks, else itself alone. */
  readonly parts: readonly AskedPart[]
}

/** A question in the ways it is written down. */
export interface WrittenQuestion {
  readonly written: string
  /** As it was meant, where words of it are misspelt; absent where none are. */
  readonly meant?: string | undefined
  /** With what was spoken of before it; the question itself where it needs nothing of that. */
  readonly standalone: string
  /** One for each thing asked; one that repeats `standalone` for a question that is not compound. */
  readonly parts: readonly string[]
}

/** Reads a question: by its own words, where what was spoken of stands before them. */
export function readQuestion({ written, meant = written, standalone, parts }: WrittenQuestion): AskedQuestion {
  const own = splitCompound(meant)
  const from = contextIn(standalone, meant.trim())
  const whole = readPart(standalone, from)
  // Most questions have one part, which is the whole.
  const isWhole = (part: string, at: number) => part === standalone && contextIn(part, own[at] ?? '') === from
  return {
    ...whole,
    written,
    forms: parts.length === 1 ? formsOf(standalone, from) : [],
    recalls: recalledTopic(written),
    names: namingWordsOf(standalone),
    parts: parts.map((part, at) => (isWhole(part, at) ? whole : readPart(part, contextIn(part, own[at] ?? '')))),
  }
}

/** How much of a text stands before somebody's own words at its end; 0 where it does not end with them. */
function contextIn(text: string, own: string): number {
  return own !== '' && text.endsWith(own) ? text.length - own.length : 0
}

/** Reads a question that is not compound; `from` is where its own words begin, UTF-16 units. */
export function readPart(text: string, from = 0): AskedPart {
  const own = text.slice(from)
  const at = from > 0 && !asksItself(own) ? 0 : from
  const read = text.slice(at)
  const shifted = (language: Language) => {
    const { start, end, ...word } = questionWordIn(read, language)
    return { ...word, start: start + at, end: end + at }
  }
  return {
    text,
    from: at,
    fills: at < from ? own : '',
    language: detectLanguage(own),
    type: questionTypeOf(read),
    word: { en: shifted('en'), zh: shifted('zh') },
    value: askedValueOf(read),
    relation: relation.exec(text)?.[1] ?? '',
  }
}

/** "And the pump?" asks for nothing by itself: it goes on with what was asked. */
function asksItself(own: string): boolean {
  return questionTypeOf(own) !== 'other' || questionWordIn(own, detectLanguage(own)).kind !== 'other'
}

const relation = /\b(?:is|are|was|were|been)\s+(\p{Ll}+(?:ed|en))(?=\s+(?:in|at|on|by|from|for|to|with)\s)/u

function formsOf(standalone: string, from: number): QuestionForm[] {
  const text = standalone.slice(from)
  const overview = overviewQuestionOf(text)
  const document = documentQuestionOf(text)
  const library = libraryQuestionOf(text)
  const items = library ? null : itemsAskedFor(text)
  const sides = comparedSides(text)
  return [
    ...(overview ? [{ is: 'overview', ...overview } as const] : []),
    ...(document ? [{ is: 'document', ...document } as const] : []),
    ...(library && library.mentions !== null
      ? [{ is: 'mentions', topic: library.mentions, of: library } as const]
      : []),
    ...(items === null ? [] : [{ is: 'items', topic: items } as const]),
    ...(sides ? [{ is: 'comparison', sides } as const] : []),
  ]
}

/** That form of a question; null where it has not. */
export function formOf<Is extends QuestionForm['is']>(
  { forms }: Pick<AskedQuestion, 'forms'>,
  is: Is,
): Extract<QuestionForm, { readonly is: Is }> | null {
  const found = forms.find((form) => form.is === is)
  return (found as Extract<QuestionForm, { readonly is: Is }> | undefined) ?? null
}
