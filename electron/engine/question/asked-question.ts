import { detectLanguage, type Language } from '@engine/text/language'
import { type DocumentQuestion, documentQuestionOf } from './forms/document-question'
import { type OverviewQuestion, overviewQuestionOf } from './forms/overview-question'
import { recalledTopic } from './forms/recall-question'
import { type SuperlativeQuestion, superlativeQuestionOf } from './forms/superlative-question'
import { itemsAskedFor } from './forms/survey-question'
import { libraryQuestionOf } from './library/library-question'
import type { LibraryQuestion } from './library/library-reading'
import { comparedSides } from './parts/split'
import { type AskedValue, askedValueOf } from './words/asked-value'
import { type QuestionType, questionTypeOf } from './words/question-type'
import { type QuestionWord, questionWordIn } from './words/wanted-kind'

/** A question that is whole by itself: one sentence of a compound one, or all of it. */
export interface AskedPart {
  /** As it stands alone. */
  readonly text: string
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
  | ({ readonly is: 'extreme' } & SuperlativeQuestion)
  | { readonly is: 'comparison'; readonly sides: readonly [string, string] }

/** A question as it was read, once. Nothing behind stages 2 and 3 reads its text again. */
export interface AskedQuestion extends AskedPart {
  /** As it was written. */
  readonly written: string
  /** The forms it may have, in the order they are tried. Empty for a compound question. */
  readonly forms: readonly QuestionForm[]
  /** What it asks about earlier chats; null where it asks about none. */
  readonly recalls: string | null
  /** What a compound question asks, else itself alone. */
  readonly parts: readonly AskedPart[]
}

/** A question in the three ways it is written down. */
export interface WrittenQuestion {
  readonly written: string
  /** With its references resolved; the question as written where it has none. */
  readonly standalone: string
  /** One for each thing asked; one that repeats `standalone` for a question that is not compound. */
  readonly parts: readonly string[]
}

/** Reads a question. */
export function readQuestion({ written, standalone, parts }: WrittenQuestion): AskedQuestion {
  return {
    ...readPart(standalone),
    written,
    forms: parts.length === 1 ? formsOf(standalone) : [],
    recalls: recalledTopic(written),
    parts: parts.map(readPart),
  }
}

/** Reads a question that is not compound. */
export function readPart(text: string): AskedPart {
  const language = detectLanguage(text)
  return {
    text,
    language,
    type: questionTypeOf(text),
    word: { en: questionWordIn(text, 'en'), zh: questionWordIn(text, 'zh') },
    value: askedValueOf(text),
    relation: relation.exec(text)?.[1] ?? '',
  }
}

const relation = /\b(?:is|are|was|were|been)\s+(\p{Ll}+(?:ed|en))(?=\s+(?:in|at|on|by|from|for|to|with)\s)/u

function formsOf(text: string): QuestionForm[] {
  const overview = overviewQuestionOf(text)
  const document = documentQuestionOf(text)
  const library = libraryQuestionOf(text)
  const items = library ? null : itemsAskedFor(text)
  const extreme = superlativeQuestionOf(text)
  const sides = comparedSides(text)
  return [
    ...(overview ? [{ is: 'overview', ...overview } as const] : []),
    ...(document ? [{ is: 'document', ...document } as const] : []),
    ...(library && library.mentions !== null
      ? [{ is: 'mentions', topic: library.mentions, of: library } as const]
      : []),
    ...(items === null ? [] : [{ is: 'items', topic: items } as const]),
    ...(extreme ? [{ is: 'extreme', ...extreme } as const] : []),
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
