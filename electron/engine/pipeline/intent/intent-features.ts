import { asks, pinpoints, wholeIntent } from './rules'
import { contentWords, explain, ownWords, toolWords } from './vocabulary'

const addressed = /\b(?:you|your|yourself|cairn)\b|[你您]|^\/?help\b|帮/iu
const amount = /\d|[一二三四五六七八九十百]/u
const operation =
  /[+*/×÷^=]|\b(?:plus|minus|times|divided|multiply|add|sum|average|root|sqrt|sin|cos|log|power|factorial|percent|convert|calculate|compute)\b|\d\s*%|[\d一二三四五六七八九十百]\s?[加减乘除]|打.{1,2}折|等于|平方根|次方|换算|平均/iu
const maxCounted = 4

const flag = (condition: boolean) => (condition ? 1 : 0)
const counted = (count: number) => Math.min(count, maxCounted) / maxCounted

/** What tells the kinds of intent apart; the last three are the nearest examples' votes for KB, TOOL and SYSTEM. */
export function kindFeatures(text: string, shares: readonly number[]): number[] {
  const [, toolShare = 0, ownShare = 0] = shares
  const whole = wholeIntent(text)
  const own = explain(text, ownWords)
  const tool = explain(text, toolWords)
  const isAddressed = addressed.test(text)
  const isOwn = own.left === 0 && (own.known > 0 || isAddressed)
  const isTool = tool.left === 0 && !isAddressed
  return [
    1,
    flag(whole?.kind === 'SYSTEM'),
    flag(whole?.kind === 'TOOL'),
    flag(isAddressed),
    flag(isOwn),
    flag(isOwn && isAddressed),
    flag(isTool && amount.test(text) && tool.known > 0),
    flag(operation.test(text)),
    counted(own.left),
    counted(tool.left),
    flag(own.left > 0),
    flag(tool.left > 0),
    flag(own.known === 0 && tool.known === 0 && !isAddressed),
    // A neighbour is a witness only where its kind's vocabulary leaves nothing over: "tell me about snow".
    tool.left === 0 ? toolShare : 0,
    own.left === 0 ? ownShare : 0,
    ...shares,
  ]
}

/** Nouns that ask for their own value: "opening hours", 办公地址. */
const attribute =
  /\b(?:hours|times?|price|costs?|fees?|phone|telephone|number|address|email|password|deadline|status|date|name|size|width|amount|code|weight|height|length|age|load|capacity|rate|salary|turnover|revenue|owner|author|director|contact|warranty|period|definition|differences?|limit|version|port|capital|steps|resolution)\b|时间|价格|费用|电话|地址|邮箱|密码|期限|日期|状态|名[字称]|姓名|数量|[重容]量|[长高宽深温]度|大小|面积|载荷|工资|收入|营业额|作者|联系人|负责人|保修期|定义|区别|差异|版本|端口|步骤|天数|金额|人数/iu
/** Words that name nothing. */
const vagueWords =
  /\b(?:stuff|things?|something|anything|info|information|more|details?|maybe|regarding|about|another|other)\b|东西|那件|这件|更多|相关|关于|随便|详细|的事$|问题$|另一个|一些|\b(?:how come|which one|else)\b|怎么[办样]|哪个更|然后|别的|还有吗/iu
const everyVagueWord = new RegExp(vagueWords, 'giu')
/** How many things an utterance names: "more stuff" names none. */
export function namedThings(utterance: string): number {
  return contentWords(utterance.replaceAll(everyVagueWord, ' ')).length
}

/** Features of a plain question. `knowledge`: how surely it asks the documents; `plain`: share of plain neighbours. */
export function plainnessFeatures(text: string, knowledge: number, plain: number): number[] {
  const bare = text.trim()
  const words = contentWords(bare).length
  const isAsked = asks.test(bare)
  const named = namedThings(bare)
  const isBare = !isAsked && !/[?？]$/u.test(bare) && !pinpoints.test(bare)
  return [
    1,
    flag(isAsked && words > 0),
    flag(/[?？]\s*$/u.test(bare) && words > 0),
    flag(pinpoints.test(bare)),
    // Bare words leave things open only where they are a question to the documents: "bye" does not.
    words === 0 ? knowledge : 0,
    isBare && words === 1 ? knowledge : 0,
    isBare && words === 2 ? knowledge : 0,
    isBare && words === 3 ? knowledge : 0,
    flag(attribute.test(bare) && (words > 1 || /\p{Script=Han}{4}/u.test(bare))),
    flag(vagueWords.test(bare) && named < (isAsked ? 1 : 3)),
    knowledge,
    plain,
  ]
}
