import { withoutQuestionWords } from '@engine/text/english/stop-words'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import type { Language } from '@engine/text/language'
import lexicon from '@resources/lexicon/research-words.json'
import { anyOf, phrasesOfAspects } from './goal-words'

const aspect = { en: anyOf(phrasesOfAspects('en')), zh: anyOf(phrasesOfAspects('zh')) }
const { frames, requests } = lexicon
const someAspects = {
  en: String.raw`(?:the\s+)?(?:(?:main|possible|known|most\s+important)\s+)?(?:${aspect.en})(?:\s*(?:,|\band\b|\bor\b|&)+\s*(?:the\s+)?(?:${aspect.en}))*`,
  zh: `(?:主要|可能)?(?:${aspect.zh})(?:(?:[、和与及，]|以及)+(?:${aspect.zh}))*`,
}
/** "Everything the documents say about". */
const whatIsSaid =
  /^(?:everything|all|what(?:ever)?)\s+(?:that\s+)?(?:the\s+|our\s+|my\s+)?(?:documents?|files?|library|sources?|papers?)\s+(?:say|says|tell|hold|holds|have|contain|contains)\s+(?:about|on|of)\s+/iu
/** "What are the", "Analyse", "List all". */
const englishLead = new RegExp(
  String.raw`^(?:(?:${anyOf([...frames.en, ...requests.en])}|what|which|is|are|was|were|do|does|did|has|have|changed?\s+(?:between|from|in|since)|the|all|any|there|and|of|on|about)\b\s*[,:]?\s*)+(?=\S)`,
  'iu',
)
const englishAspectsOf = new RegExp(
  String.raw`^.{0,60}?\b${someAspects.en}\s+(?:of|for|in|on|behind|to|about|against|with)\s+`,
  'iu',
)
const englishTail = new RegExp(
  String.raw`(?:[\s,;]+(?:and|or|with|including)?\s*(?:${anyQuestionWord}\s+(?:is|are|was|were)\s+)?${someAspects.en})+\s*$`,
  'iu',
)
const englishHow = new RegExp(
  String.raw`^${anyQuestionWord}\s+(?:(?:much|many|long|often)\s+)?(?:(?:do|does|did|is|are|was|were|can|could|should|has|have|had)\s+)?(?:(?:i|we|you|one)\s+)?`,
  'iu',
)
const chineseLead = new RegExp(`^(?:${anyOf([...frames.zh, ...requests.zh, '为什么', '为何'])}|[，：]|一下)+(?=.)`, 'u')
const chineseTail = new RegExp(
  `(?:(?:的|会|有|[，、和与及?？。]|以及|是|都|分别)*(?:(?:${aspect.zh}|${anyOf(frames.zh)}|吗|呢|多少|哪里|何时|谁)))+$`,
  'u',
)
const punctuation = /[\s?？!！。.,，;；:：]+$/u

/**
 * What a goal is about, as it can stand behind "About": without what asks, and without the respects it is looked at in.
 * "What are the pros and cons of the new sensor?" is about the new sensor.
 */
export function focusOf(topic: string, language: Language): string {
  const bare = topic.replace(punctuation, '')
  const rest = language === 'zh' ? chineseFocus(bare) : englishFocus(bare)
  const focus = rest.replace(punctuation, '').replace(/\s+/gu, ' ').trim()
  return focus === '' ? bare : focus
}

function englishFocus(text: string): string {
  const withoutTail = text.replace(whatIsSaid, '').replace(englishTail, '')
  const whole = withoutTail.trim() === '' ? text : withoutTail
  const ofAspects = whole.replace(englishAspectsOf, '')
  if (ofAspects !== whole && ofAspects.trim() !== '') return ofAspects
  const asked = whole.replace(englishHow, '')
  return (asked.trim() === '' ? whole : asked).replace(englishLead, (lead) => /\bthe\s+$/iu.exec(lead)?.[0] ?? '')
}

function chineseFocus(text: string): string {
  const rest = text.replace(chineseLead, '').replace(chineseTail, '')
  const asked = withoutQuestionWords(rest).replaceAll(/\s+/gu, '')
  return asked === '' ? rest : asked.replace(/的$/u, '')
}
