import type { Language } from '@engine/text/language'
import { fillIn } from '@shared/note'
import { answerWords } from './answer-words'
import { gapWords, type ReadGap, type Unread } from './notice-words'

/** How many documents a filter let through, of how many. */
export interface Limited {
  readonly searched: number
  readonly of: number
}

/** Why something may not have been found. */
export interface NotFound extends Unread {
  /** Absent where all documents were searched. */
  readonly limited?: Limited | undefined
  /** Titles of the documents that came nearest, best first. */
  readonly nearest: readonly string[]
  /** Words of the question that no document holds. */
  readonly absent: readonly string[]
  /** Whether part of the search failed or took too long. */
  readonly isCutShort?: boolean | undefined
  /** Which of the nearest documents were not read whole. */
  readonly gaps: readonly ReadGap[]
}

/** What is said when the documents do not hold the answer. */
export function notFoundWords(why: NotFound, language: Language): string {
  const { refusal, marks } = answerWords[language]
  const titles = why.nearest.map((title) => fillIn(marks.title, { title })).join(marks.comma)
  const { limited } = why
  const found = why.nearest.length === 0 ? refusal.nothing : fillIn(refusal.nearest, { titles })
  const inPart = why.nearest.length === 0 ? refusal.nothing_within : fillIn(refusal.nearest_within, { titles })
  const said = limited?.searched === 0 ? refusal.none_within : inPart
  if (!limited) return [found, ...whyNotFound(why, language)].join(marks.space)
  return [fillIn(said, { ...limited }), ...reasonsOf(why, language)].join(marks.space)
}

/** A sentence for each reason why something may not have been found; none where none is known. */
export function whyNotFound(why: Omit<NotFound, 'nearest'>, language: Language): string[] {
  const { refusal } = answerWords[language]
  const within = why.limited ? [fillIn(refusal.within, { ...why.limited })] : []
  return [...within, ...reasonsOf(why, language)]
}

function reasonsOf(
  { absent, failed, waiting, gaps, limited, isCutShort = false }: Omit<NotFound, 'nearest'>,
  language: Language,
): string[] {
  const { refusal, marks } = answerWords[language]
  const words = absent.map((word) => `“${word}”`).join(marks.or)
  const unread = language === 'zh' ? unreadChinese : unreadEnglish
  return [
    ...(isCutShort ? [refusal.cut_short] : []),
    ...(absent.length > 0 ? [fillIn(limited ? refusal.absent_anywhere : refusal.absent, { words })] : []),
    ...(failed + waiting > 0 ? [unread(failed, waiting)] : []),
    ...(gaps.length > 0 ? [gapWords[language](gaps)] : []),
  ]
}

function unreadEnglish(failed: number, waiting: number): string {
  const counts = [
    ...(failed > 0 ? [`${failed} ${failed === 1 ? 'document' : 'documents'} could not be read`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'is' : 'are'} still to be read`] : []),
  ]
  return `The answer may be in what I do not know: ${counts.join(', ')}.`
}

function unreadChinese(failed: number, waiting: number): string {
  const counts = [
    ...(failed > 0 ? [`有 ${failed} 份文档无法读取`] : []),
    ...(waiting > 0 ? [`有 ${waiting} 份尚未读完`] : []),
  ]
  return `${counts.join('，')}，答案可能在其中。`
}
