import { placeAt } from '@shared/session/evidence-place'
import { placeToSay } from '@shared/session/page-unit'
import { detectLanguage, type Language } from '@engine/text/language'
import { citedSources, type Source } from './cited-sources'
import type { TurnAnswer } from './collect-turn'

const words: Readonly<Record<Language, { sources: string; page: string; slide: string; choose: string }>> = {
  en: { sources: 'Sources', page: 'p. {n}', slide: 'slide {n}', choose: 'Ask again with one of these' },
  zh: { sources: '来源', page: '第 {n} 页', slide: '第 {n} 张幻灯片', choose: '请换用其中一个问题再问' },
}

/** What follows an answer's own text where only text is shown: the questions to choose from, or the numbered sources. */
export function answerTail({ response, evidence, refs, readings }: TurnAnswer, question: string): string {
  const language = detectLanguage(question)
  const say = words[language]
  if (readings.length > 0)
    return list(
      say.choose,
      readings.map(({ question: reading }) => `- ${reading}`),
    )
  // Only what the answer names by its number; nothing is a source of what cites nothing.
  const sources = citedSources(evidence, refs).filter(({ item }) => response.includes(`[${item.number}]`))
  return list(
    say.sources,
    sources.map((source) => sourceLine(source, language)),
  )
}

function list(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n\n${heading}:\n${lines.join('\n')}`
}

/** `[1] Title › Heading, p. 3`. */
function sourceLine({ item, start }: Source, language: Language): string {
  const { heading_path, page, unit } = placeToSay(placeAt(item, start), item.format)
  const title = item.document_title ?? item.document_name
  const names = [title, ...heading_path.filter((name) => name !== title)].map(oneLine).join(' › ')
  const place = page === null ? '' : `, ${words[language][unit].replace('{n}', String(page))}`
  return `[${item.number}] ${names}${place}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
