import { wordSpans } from '@engine/text/words'
import lexicon from '@resources/lexicon/people.json'

export type Gender = 'male' | 'female'

/** A person that a text names. */
export interface Person {
  readonly name: string
  readonly gender: Gender | null
}

const women = new Set(lexicon.women)
const men = new Set(lexicon.men)
/** Two capitalised words with one of these are no person. */
const notPeople = new RegExp(String.raw`\b(?:${lexicon.notPeople.join('|')})\b`, 'u')
const title = /\b(Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Lady|President|Director|Captain)\.?\s+(?=\p{Lu})/u
const namePart = String.raw`\p{Lu}[\p{L}'’-]+`
/** A name does not go on in the next line. */
const fullName = new RegExp(
  String.raw`(?:\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady)\.?[^\S\n]+)?\b${namePart}(?:[^\S\n]+(?:\p{Lu}\.|de|van|von|da|di|bin))*(?:[^\S\n]+${namePart})+`,
  'gu',
)
const titled = new RegExp(String.raw`\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady)\.?[^\S\n]+${namePart}`, 'gu')
const acting = new RegExp(
  String.raw`\b(${namePart})\s+(?:said|says|leads|led|wrote|writes|joined|works|worked|lives|lived|was born|died|married|studied|invented|discovered|painted|composed|approved|manages|managed|resigned|retired)\b`,
  'gu',
)
const whoIs = new RegExp(
  String.raw`^\s*(?:and\s+)?who\s+(?:is|was|are|were)\s+(${namePart}(?:\s+${namePart})*)\s*\?*$`,
  'iu',
)
const opening =
  /^(?:The|A|An|In|On|At|And|But|Who|What|When|Where|Why|How|Which|Is|Was|Did|Does|Do|Are|Were|According|Since|Dear)\s+/u

const surnames = new Set(lexicon.surnames)
const chineseTitle =
  /(?:老师|教授|博士|先生|女士|小姐|经理|主任|院士|医生|工程师|站长|局长|市长|部长|校长|总裁|总监|主席|总统)/u
/** 玛丽·居里: names from other languages are joined by a dot. */
const dotted = /[\p{Script=Han}]{1,6}(?:·[\p{Script=Han}]{1,6})+/gu
const chineseRun = /\p{Script=Han}+/gu

/** The people a text names, in text order. */
export function peopleIn(text: string): Person[] {
  const names = /\p{Script=Han}/u.test(text) ? [...chineseNames(text), ...englishNames(text)] : englishNames(text)
  return [...new Set(names)].map((name) => ({ name, gender: genderOf(name, text) }))
}

function englishNames(text: string): string[] {
  const asked = whoIs.exec(text)?.[1]
  const found = [
    ...[...text.matchAll(fullName)].map(([name]) => name),
    ...[...text.matchAll(titled)].map(([name]) => name),
    ...[...text.matchAll(acting)].map((match) => match[1] ?? ''),
    ...(asked && upperFirst.test(asked) ? [asked] : []),
  ]
  const names = found
    .map((name) => name.replace(opening, '').replace(/['’]s$/u, ''))
    .filter((name) => isPerson(name, asked))
  // "Marie Curie" says more than the "Curie" of the next sentence.
  return names.filter((name) => !names.some((other) => other !== name && ` ${other} `.includes(` ${name} `)))
}

const upperFirst = /^\p{Lu}/u
const noName = /^(?:He|She|It|They|We|You|I|This|That|There|The|Who|What|Nobody|Everyone)$/u

function isPerson(name: string, asked: string | undefined): boolean {
  if (name === '' || noName.test(name) || notPeople.test(name) || /\d/u.test(name)) return false
  return name === asked || title.test(name) || name.includes(' ') || /^\p{Lu}\p{Ll}+$/u.test(name)
}

function chineseNames(text: string): string[] {
  const foreign = text.match(dotted)?.map((name) => name.replace(/^.*(?:是|由|和|与|叫)(?=.·)/u, '')) ?? []
  const rest = text.replace(dotted, ' ')
  const native = [...rest.matchAll(chineseRun)].flatMap(({ 0: run }) => nativeNames(run))
  return [...foreign, ...native].toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
}

const maxRunLength = 200

/** A surname and the one or two lone characters after it: the dictionary leaves names in pieces. */
function nativeNames(run: string): string[] {
  if (run.length > maxRunLength) return []
  const words = wordSpans(run)
  // 经济学家 李会晟 自…: all of a stretch by itself, in characters that make no words, whatever they mean elsewhere.
  if (run.length === 3 && words.length === 3 && surnames.has(run.charAt(0))) return [run]
  return words.flatMap(({ word, start }, at) => {
    if (!surnames.has(word.charAt(0)) || word.length > 3) return []
    const after = words[at + 1]?.word ?? ''
    const titleAfter = chineseTitle.exec(run.slice(start + word.length))
    if (word.length === 1 && titleAfter?.index === 0) return [word + titleAfter[0]]
    if (word.length > 1) return titleAfter?.index === 0 || isName.test(run.slice(start + word.length)) ? [word] : []
    if (after.length === 0 || after.length > 2 || particles.test(after)) return []
    const third = after.length === 1 ? (words[at + 2]?.word ?? '') : ''
    return [word + after + (third.length === 1 && !particles.test(third) ? third : '')]
  })
}

/** What follows a two-character name rather than an ordinary word. */
const isName = /^(?:是谁|是哪|什么时候|何时|负责|担任|出生|毕业|提出|发明|写)/u
const particles =
  /^(?:是|的|了|在|和|与|及|于|为|有|从|到|把|被|也|都|就|则|所|将|对|说|等|曾|已|年|月|日|任|去|来|会|要|能|谁|吗|呢|担任|负责|什么|哪里|何时)/u

function genderOf(name: string, text: string): Gender | null {
  if (/^(?:Mrs|Ms|Miss|Lady)\b/u.test(name) || /女士|小姐/u.test(name)) return 'female'
  if (/^(?:Mr|Sir)\b/u.test(name) || /先生/u.test(name)) return 'male'
  const given = name.replace(title, '').split(/[\s-]/u)[0]?.toLowerCase() ?? ''
  if (women.has(given)) return 'female'
  if (men.has(given)) return 'male'
  const after = text.slice(text.indexOf(name) + name.length)
  const pronoun = /她|他(?!们)|\b(?:she|her|he|his|him)\b/iu.exec(after)?.[0]
  if (!pronoun) return null
  return /她|she|her/iu.test(pronoun) ? 'female' : 'male'
}
