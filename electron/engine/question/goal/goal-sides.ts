import type { Language } from '@engine/text/language'
import { comparedSides } from '../parts/split'
import { itemsOf } from './goal-words'

/** Longer goals name their sides in no pattern, and patterns take their time. */
const longest = 400
const side = '(.{1,100}?)'
const changes = [
  new RegExp(
    String.raw`\b(?:chang\w+|differ\w*|new)\b.{0,40}?\s+(?:between|from|since)\s+${side}\s+(?:and|to|until)\s+(.{1,100}?)[?.]?$`,
    'iu',
  ),
  new RegExp(
    String.raw`\bhow\s+(?:has|have|did|do|does)\s+${side}\s+(?:change[ds]?|differ)\s+(?:from|between)\s+(.{1,100}?)[?.]?$`,
    'iu',
  ),
  new RegExp(
    `^(?:从)?${side}(?:和|与|到|及|、|跟)(.{1,60}?)(?:之间|相比|两版|两个版本)?(?:，)?(?:的)?(?:都)?(?:有|发生)?(?:了|过)?(?:什么|哪些|何|怎样的)?(?:主要)?(?:变化|改动|变更|修改|更新)(?:了)?(?:什么|哪些)?[？?]?$`,
    'u',
  ),
  new RegExp(
    `^${side}(?:比|相对于|较)(.{1,60}?)(?:有|多|改|变)(?:了)?(?:什么|哪些)?(?:变化|改动|变更|修改|更新)?[？?]?$`,
    'u',
  ),
] as const
const relations = [
  new RegExp(
    String.raw`\b(?:relation(?:ship)?s?|connections?|links?|ties)\s+(?:is\s+there\s+|are\s+there\s+)?(?:between|of)\s+${side}\s+(?:and|with|to)\s+(.{1,100}?)(?:\s+like)?[?.]?$`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:is|are|was|were)\s+${side}\s+(?:related|connected|linked|tied)\s+(?:to|with)\s+(.{1,100}?)[?.]?$`,
    'iu',
  ),
  new RegExp(
    String.raw`\bwhat\s+(?:do|does|did)\s+${side}\s+(?:have|has|had)\s+to\s+do\s+with\s+(.{1,100}?)[?.]?$`,
    'iu',
  ),
  new RegExp(
    String.raw`\bhow\s+(?:do|does|did|are|is)\s+${side}\s+and\s+(.{1,60}?)\s+(?:relate|connect|work together|belong together|related|connected|linked)\b.*$`,
    'iu',
  ),
  new RegExp(
    `${side}(?:和|与|跟|同|及)(.{1,60}?)(?:之间)?(?:的|是|有|存在)*(?:什么|何|哪些|怎样的|如何)?(?:关系|关联|联系|瓜葛)`,
    'u',
  ),
  new RegExp(`${side}(?:和|与|跟)(.{1,60}?)(?:之间)?(?:是)?(?:如何|怎么|怎样)(?:关联|联系|相关)`, 'u'),
] as const

/** What is compared, in the goal's words: two or more, or none. */
export function sidesCompared(
  goal: string,
  language: Language,
): { readonly sides: readonly string[]; readonly isChange: boolean } {
  if (goal.length > longest) return { sides: [], isChange: false }
  for (const sentence of sentencesOf(goal)) {
    const changed = sidesBy(changes, sentence)
    if (changed) return { sides: severalOf(together(changed, language)), isChange: true }
    const sides = comparedSides(sentence)
    if (sides) return { sides: severalOf(sharingNoun(together(sides, language), sentence)), isChange: false }
  }
  return { sides: [], isChange: false }
}

/** The two things whose relation is asked for; null where none is. */
export function sidesRelated(goal: string, language: Language): readonly string[] | null {
  if (goal.length > longest) return null
  const found = sentencesOf(goal).flatMap((sentence) => sidesBy(relations, sentence) ?? [])
  return found.length > 0 ? together(found.slice(0, 2), language) : null
}

/** The sentences of a goal: a pattern must not reach across them. */
function sentencesOf(goal: string): string[] {
  return goal.split(/(?<=[?？!！。；;])\s*|(?<=\p{L}\.)\s+/u).filter((sentence) => sentence.trim() !== '')
}

/** "The versions of the rules" are one side that is itself several. */
function severalOf(sides: readonly string[]): readonly string[] {
  const own = sides.filter((side) => !/^(?:different\s+|various\s+)?(?:versions|editions|years)\s+of\b/iu.test(side))
  return own.length < sides.length && own.length < 2 ? [] : own
}

function sidesBy(patterns: readonly RegExp[], goal: string): [string, string] | null {
  for (const pattern of patterns) {
    const [, one = '', other = ''] = pattern.exec(goal) ?? []
    if (one.trim() !== '' && other.trim() !== '') return [one, other]
  }
  return null
}

const period = String.raw`(?:(?:19|20)\d\d(?:年度?)?|v?\d+(?:\.\d+)+|version\s+\d+|old|new|older|newer|第[一二三四五六七八九十\d]+|[新旧])`
const barePeriod = new RegExp(`^${period}(?:版)?$`, 'iu')
const periodAndNoun = new RegExp(String.raw`^${period}(?:版)?\s*(?:的)?(?<noun>\D.*)$`, 'iu')
const periodBehind = /(?:19|20)\d\d(?:年度?)?$/u
const nounAndPeriod = /^(?:which|how|what)\b/iu

/** "A, B" and "C" are three sides; "2023" and "2024 handbooks" are both handbooks. */
function together(sides: readonly string[], language: Language): string[] {
  const all = sides.flatMap((one) => itemsOf(one, language)).map((one) => bare(one))
  // "Incidents in 2023" and "2024".
  const [first = ''] = all
  const behind = periodBehind.exec(first)
  if (behind && all.slice(1).every((one) => barePeriod.test(one))) {
    return all.map((one, at) => (at === 0 ? one : `${first.slice(0, behind.index)}${one}`))
  }
  const noun = periodAndNoun.exec(all.at(-1) ?? '')?.groups?.['noun']
  // "2023" and "2024 handbooks", 鹰坳站2024年 and 2025年的预算.
  const isPeriod = (one: string) => barePeriod.test(one) || (language === 'zh' && periodBehind.test(one))
  const whole = noun === undefined ? all : all.map((one) => (isPeriod(one) ? joined(one, noun, language) : one))
  return [...new Set(whole.filter((one) => one !== '' && !nounAndPeriod.test(one)))]
}

/** "The summer and winter fees": one article before both, so the noun belongs to both. */
function sharingNoun(sides: readonly string[], sentence: string): readonly string[] {
  const [one = '', other = ''] = sides
  const noun = /^\p{Ll}+ (\p{Ll}+)$/u.exec(other)?.[1]
  if (sides.length !== 2 || noun === undefined || !/^\p{Ll}+$/u.test(one)) return sides
  const isShared = new RegExp(String.raw`\b(?:the|our|their|both)\s+${one}\s+and\s+${other}\b`, 'iu').test(sentence)
  return isShared ? [`${one} ${noun}`, other] : sides
}

function joined(one: string, noun: string, language: Language): string {
  return language === 'zh' ? `${one}${noun}` : `${one} ${noun.trim()}`
}

function bare(one: string): string {
  return one
    .replace(/^(?:between|the|both|our|my)\s+/iu, '')
    .replace(/[\s?？。.，,]+$/u, '')
    .replace(/^[“"「《](.+)[”"」》]$/u, '$1')
    .trim()
}
