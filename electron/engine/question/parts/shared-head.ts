import { tagEnglish } from '@engine/text/english/tag-english'

type Pair = [left: string, right: string]

const maxModifiers = 3
const modifying = new Set(['ADJ', 'NUM', 'ADV'])
/** 革命性和非革命性的…, 2005年和2010年的…: these endings make modifiers of words, never things that have something. */
const chineseModifier = /(?:[性式型级年次届期代类色]|世纪|时期|季度|方面)$/u

/**
 * The sides of a pair whose noun stands only behind the second: "the 2005 and 2010 droughts". In Chinese (A和B的C) only
 * where A and B are modifiers: things that own C may be compared themselves.
 */
export function withSharedHead(left: string, right: string): Pair {
  return /\p{Script=Han}/u.test(left) ? inChinese(left, right) : inEnglish(left, right)
}

function inEnglish(left: string, right: string): Pair {
  const modifiers = left.split(/\s+/u)
  const words = right.split(/\s+/u)
  const head = words.slice(modifiers.length).join(' ')
  if (head === '' || modifiers.length > maxModifiers) return [left, right]
  const own = words.slice(0, modifiers.length).join(' ')
  return areParallel(left, own) || (isModifier(left, head) && isModifier(own, head))
    ? [`${left} ${head}`, right]
    : [left, right]
}

/** "Revolutionary and non-revolutionary", "legal and illegal", "2005 and 2010". */
function areParallel(left: string, right: string): boolean {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()]
  if (/^\d{4}s?$/u.test(a) && /^\d{4}s?$/u.test(b)) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (
    short.length > 3 &&
    /^(?:non-?|un|in|im|il|ir|anti-?|pre-?|post-?|semi-?)$/u.test(long.slice(0, -short.length)) &&
    long.endsWith(short)
  )
}

function isModifier(words: string, head: string): boolean {
  const { tags } = tagEnglish(`${words} ${head}`)
  return words.split(/\s+/u).every((_, at) => modifying.has(tags[at] ?? ''))
}

function inChinese(left: string, right: string): Pair {
  const [, own, head] = /^([^的]{1,20})的(.{1,20})$/u.exec(right) ?? []
  if (own === undefined || head === undefined || left.includes('的')) return [left, right]
  return chineseModifier.test(left) && chineseModifier.test(own) ? [`${left}的${head}`, right] : [left, right]
}
