import { analyse } from '@engine/text/analyse'

const negator =
  /\b(?:not(?! (?:only|just|merely|necessarily)\b)(?![^.;!?]{0,80}\buntil\b)|never|without(?! (?:it|them|this|that)\b)|none|neither|nor|cannot|nobody|nothing|no(?!\. ?\d))\b|n't\b/giu
/** Say no by their meaning: they excuse a missing "not", but do not stand for one. */
const softNegator = /^(?:fail|refus|deni|deny|lack|reject|unabl|imposs|hardli|rare|seldom|avoid|prevent|few|littl)/u
const chineseNegator =
  /不(?![仅但过同断久少管论只止禁丹锈等已])|没有|没(?!收)|(?<!除)并非|未(?![来婚])|无法|无需|无须|毫无|禁止|勿|(?<![除是南东西北莫若阿])非(?![常洲法凡])|(?<![华虚])无(?![论线锡数限关疑比机穷形核辜意双]|人机)/gu
/** Characters that a put-in negation has at most: "did not". */
const longestDenial = 12
/** What is so only if something else is denies nothing of what is so. */
function withoutConditions(text: string): string {
  return text.replace(condition, ' ')
}

const condition = /\b(?:if|unless)\b[^,.;:!?]*(?:,(?=\s)|$)|(?:如果|只要|假如|若|除非|一旦)[^，。；;,：]*[，,]/giu

/** Whether a few words of a near copy say not, where the words they stand against do not. */
export function addsNegation(said: string, found: string): boolean {
  return said.length <= longestDenial && says(said) && !says(found)
}

const negations = new Set('not never no without 不 没 没有 未 并不 并非 非 无'.split(' '))

/** Whether words are a "not" and nothing else. */
export function isNegation(words: string): boolean {
  return negations.has(words.toLowerCase())
}

function says(words: string): boolean {
  return words.search(negator) !== -1 || words.search(chineseNegator) !== -1
}

/** Whether a text says plainly that something is not so. */
export function isDenial(text: string): boolean {
  return says(withoutConditions(text))
}

/** Whether a text says in any way that something is not so: also by a word that means it. */
export function isSoftDenial(text: string): boolean {
  return says(text) || negativeMeaning.test(text) || analyse(text).some((term) => softNegator.test(term))
}

const negativeMeaning =
  /\bun\p{L}+|\b(?:ke(?:ep|pt)|stop(?:ped)?) .{1,40}\bfrom\b|\b(?:only|until|free|instead|nothing|forbidden|prohibited)\b|禁|拒|免|停|勿|别|除|取消|仅|只/iu
