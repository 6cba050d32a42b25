import { trimmedEnd } from '@engine/text/trim-end'

/** A question over everything that matches rather than the best few passages. */
export interface SurveyQuestion {
  /** `documents`: which or how many mention something; `items`: all there is of something. */
  readonly wants: 'documents' | 'items'
  /** What they are asked about, as the question says it. */
  readonly topic: string
}

const longest = 300
const englishItems =
  /^(?:please\s+)?(?:list|show|find|name|give)(?:\s+me)?\s+(?:all|every|each)(?:\s+of)?(?:\s+the|\s+my|\s+our)?\s+(.+)$/iu
const chineseItems = /^(?:请)?(?:列出|列举|找出|给出)(?:所有|全部)(?:的)?(.+)$/u

/** What a question wants all of, as it says it: "List all incident tickets". Null for a question that the best passages answer. */
export function itemsAskedFor(question: string): string | null {
  const text = trimmedEnd(question.trim(), /[\s?？。.!！]/u)
  if (text.length > longest) return null
  const items = (englishItems.exec(text) ?? chineseItems.exec(text))?.[1]?.trim()
  return items ? unquoted(items) : null
}

function unquoted(topic: string): string {
  return topic.replace(/^(?:the|an?|any)\s+/iu, '').replace(/^["“「『《](.+)["”」』》]$/u, '$1')
}
