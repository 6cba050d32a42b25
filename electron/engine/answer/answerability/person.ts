import { isKindOf, isNoun } from '@engine/text/english/kind-of'
import type { Token } from '../short-answer/tokens/answer-token'
import { tokensOf } from '../short-answer/tokens/answer-tokens'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'
import type { AnswerTypeCheck, Quoted } from './quoted'

const possessor = String.raw`(?:our|your|its|their|his|her|my|(?:[\p{L}-]+\s+){0,3}?[\p{L}-]+(?:['’]s|(?<=s)['’]))`
const owner = String.raw`(?:the|${possessor})`
const roleWords = String.raw`((?:[\p{L}-]+\s+){0,2}?[\p{L}-]+)`
const ends = String.raw`(?=\s+(?:of|in|at|for|from|on|now|here|today|there)\b|\s*[?？]?\s*$)`
/** "Who is the current treasurer of the club", "what is the name of her husband": the role or relation. */
const asksRole = [
  String.raw`\bwho(?:['’]s| is| was| are| were)\s+(?:currently\s+)?${owner}\s+${roleWords}${ends}`,
  String.raw`\bnames? of\s+${owner}\s+${roleWords}${ends}`,
  String.raw`\bwhat(?:['’](?:s|re)| is| was| are| were)\s+${possessor}\s+${roleWords}(?:['’]s?)?\s+names?\b`,
  String.raw`\bwhat (?:is|was|are|were)\s+${possessor}\s+${roleWords}\s+(?:called|named)\b`,
].map((pattern) => new RegExp(pattern, 'iu'))
const relation =
  '妻子|丈夫|老公|老婆|太太|先生|爱人|配偶|儿子|女儿|父亲|母亲|爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆|孙子|孙女|男友|女友|未婚妻|未婚夫|会长|主席|经理|主任|校长|院长|镇长|村长|县长|市长|省长|局长|馆长|会计|出纳|秘书|房东|医生|教练|司机|导游|班主任'
const asksRelation = new RegExp(
  `(${relation})(?:是谁|是哪位|叫什么|的?名字|姓什么|贵姓)|谁是[^？?，,]{0,12}?(${relation})`,
  'u',
)
/** Tokens between a relation and the name that stands beside it. */
const maxBetween = 6

/** Who holds a role or is somebody's relation: a name that the question does not have, beside that word. */
export const personCheck: AnswerTypeCheck = (question) => {
  const chinese = asksRelation.exec(question)
  const role = chinese?.slice(1).find(Boolean) ?? roleIn(question)
  if (role === null) return null
  const asked = new Set(analyse(question))
  return (quoted) => {
    const speaking = quoted.filter(({ text }) => text.toLowerCase().includes(role))
    // Nothing says "treasurer": the name may stand with another word for it.
    if (speaking.length === 0) return quoted.some(({ text }) => newNamesIn(tokensIn(text), asked).some(Boolean))
    return speaking.some((one) => isNamed(one, role, asked))
  }
}

/** The last noun of the role, where that is a kind of person. */
function roleIn(question: string): string | null {
  for (const pattern of asksRole) {
    const noun = pattern.exec(question)?.[1]?.split(/\s+/u).at(-1)?.toLowerCase()
    if (noun !== undefined && isKindOf(noun, 'person')) return noun
  }
  return null
}

function tokensIn(text: string): Token[] {
  return tokensOf(text, detectLanguage(text))
}

/** For each word whether it is a new name. At the beginning of a sentence a known noun is no name unless one follows. */
function newNamesIn(tokens: readonly Token[], asked: ReadonlySet<string>): boolean[] {
  return tokens.map((token, at) => {
    const goesOn = tokens[at + 1]?.kind === 'name' || tokens[at + 1]?.kind === 'person'
    return isName(token, asked) && (at > 0 || goesOn || !isNoun(token.text))
  })
}

function isName(token: Token, asked: ReadonlySet<string>): boolean {
  if (token.kind !== 'person' && token.kind !== 'name') return false
  if (!/^\p{Lu}|\p{Script=Han}/u.test(token.text)) return false
  return !token.terms.some((term) => asked.has(term)) && ![...asked].some((term) => term.includes(token.text))
}

function isNamed(quoted: Quoted, role: string, asked: ReadonlySet<string>): boolean {
  const tokens = tokensIn(quoted.text)
  const names = newNamesIn(tokens, asked)
  // In a table or a list what belongs together may stand further apart.
  if (quoted.text.includes('|') || quoted.text.includes(': ')) return names.some(Boolean)
  if (!/\p{Script=Han}/u.test(role)) return names.some(Boolean)
  const at = tokens.findIndex(({ text }) => text.includes(role) || role.includes(text))
  return names.some((is, place) => is && Math.abs(place - at) <= maxBetween)
}
