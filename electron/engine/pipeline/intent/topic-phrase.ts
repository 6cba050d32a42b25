import { trimmedEnd } from '@engine/text/trim-end'
import { asks } from './rules'
import { contentWords } from './vocabulary'

const padding =
  /^(?:(?:so|and|or|maybe|just|please)\s+)*(?:(?:something|anything|some|any|more|info|information|details?|stuff)\s+)*(?:(?:about|regarding|concerning|on|the|an?|some|any|more)\s+)*/iu
const chineseOpening = /^(?:那么?|请问|有关|关于|随便)+/u
const chineseEnding = /的(?:一些|有关|相关)?(?:东西|事情?|信息|资料|情况|内容|问题)?$/u
const stop = /[\s?？!！。.,，;；]/u

/** What a bare utterance is about, as it can stand inside a sentence: "something about pumps?" is about pumps. */
export function topicPhraseOf(utterance: string): string {
  const bare = trimmedEnd(utterance.trim(), stop)
  const rest = bare.replace(padding, '').replace(chineseOpening, '').replace(chineseEnding, '').trim()
  return rest === '' ? bare : rest
}

/** A sentence cannot stand inside another as a noun can. */
export function isSentence(utterance: string): boolean {
  return asks.test(utterance) || contentWords(utterance).length > 4
}
