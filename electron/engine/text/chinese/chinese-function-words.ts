import { foldHan } from './han-fold'
import { wordSpans } from '../words'

/** Words of two characters and more that carry grammar, or say how a question is put, not what it is about. */
const words = new Set(
  `一共 总共 统共 家里 家中 现在 目前 如今 眼下 当前 这次 那次 这回 那回 这趟 那趟 这份 那份 这台 那台 这张 那张 这条 那条 这本 那本 这家 那家 这里 那里
   这儿 那儿 这边 那边 这样 那样 这么 那么 这种 那种 这些 那些 这位 那位 这款 那款 这件 那件 这项 那项 这场 那场 这间 那间 这辆 那辆 这部 那部 这套 那套 这批 那批
   这时 那时 这段 那段 这个 那个 该不该 刚才 刚刚 已经 曾经 还是 或者 如果 要是 假如 倘若 假使 的话 虽然 但是 不过 而且 所以 因为 因此 然后 另外 以及 还有
   应该 应当 需要 必须 能够 可能 可以 能不能 会不会 要不要 可不可以 行不行 好不好 对不对 是不是 有没有 是否 能否 可否 怎么 怎么办 怎么样 怎么着 怎样 如何 咋办 咋样 啥
   啥时候 什么 什么时候 何时 何处 为啥 为何 为什么 到底 究竟 其实 真的 大概 大约 大致 左右 一下 一下子 一点 一些 有些 有点 某些 某个 我们 咱们 你们 您们 他们
   她们 它们 我的 你的 他的 她的 自己 别人 人家 我家 你家 我想 我要 我能 我会 我该 想要 想知道 想问 请问 麻烦 请教 劳驾 关于 对于 至于 以便 就是 也是 都是 只是
   还要 还会 还能 也能 都能 只能 就能 没有 不能 不会 不要 不用 不可以 没法 时候 一个 一种 一位 一名 一台 一份 一张 一条 一本 一家 一件 多少 多久 多长 多大 多高
   多重 多远 多快 多贵 来着 罢了 而已 一直 总是 打算 准备好 得要 用得着 算不算 算是 属于 一晚 一天 一次 一回 一趟 一年 一年内 哪里 哪儿 哪个 哪些 哪种 哪位 哪家 哪天 谁的 今天 明天 昨天 今晚 明晚 昨晚 今早 明早`
    .split(/\s+/u)
    .filter(Boolean),
)
/** How many of what: 几天, 几个月. The day before yesterday is no such thing, and neither is 几何. */
const counted = /^几(?:个?[天年月日号点次岁人位名家间层块元台张条本份周级种项季分页章步成倍杯碗回趟]|个)$/u
/** What is left by itself of grammar: modal verbs, adverbs, aspect, pronouns, prepositions, particles. */
const characters = new Set(
  '能会要可得该应须需肯敢想还也都就才又再却只仅刚已曾正将便太很更挺没不别被把给让由对向往从自于在跟和与同及或了过着完掉的地之吗呢吧啊呀嘛啦哦我你您他她它咱这那哪几某每此其谁啥咋是有个些里时吧请',
)
const numeral = /^[一二两三四五六七八九十]$/u
/** At the end only: 吧 of 酒吧. */
const particle = /^[吗呢吧啊呀嘛啦哦]$/u
/** Verbs that say little of what a question is about; in front of a word only: 用墨笺, 去杭州. */
const light = new Set('用去来拿到')
/** To the dictionary 站在 is one word. */
const stays = /^[站住放坐躺写记挂停摆装埋藏]在$/u
const pointing = new Set('这那哪几每某')
/** Measure words; behind what points they are grammar (这份家财险), elsewhere they may be a thing. */
const measures = new Set('份台张条本家次趟件项场间辆部套批个位名款种段天年月周回届期篇栋座支所')
/** Family names of three-character names in whose middle such a character may stand: 王会悟. */
const familyName =
  /^[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文]$/u

/** Whether a character is a usual Chinese family name. */
export function isFamilyName(character: string): boolean {
  return familyName.test(character)
}

const hanRun = /\p{Script=Han}+/gu
/** The dictionary takes its time over long runs, and questions have none. */
const longestRun = 100

interface Span {
  readonly word: string
  readonly start: number
}

/**
 * A question with its Chinese grammar words blanked, offsets kept: what stands beside them is then no longer glued to them
 * (葱油能放多久 leaves 葱油 and 放). Words are those of the dictionary, so that 能力 and 会议 stay whole. `isHeld` tells whether the
 * documents hold two characters side by side; it decides between two readings of three (入职|能, not 入|职能).
 */
export function withoutFunctionWords(text: string, isHeld?: (pair: string) => boolean): string {
  const folded = foldHan(text)
  const kept = Array.from({ length: text.length }, (_, at) => text.charAt(at))
  for (const { 0: run, index } of folded.matchAll(hanRun)) {
    if (run.length > longestRun) continue
    const spans = isHeld ? regrouped(wordSpans(run), isHeld) : wordSpans(run)
    for (const [at, span] of spans.entries()) {
      const blanked = blankedOf(span, spans[at - 1], spans[at + 1])
      for (let offset = 0; offset < blanked.length; offset += 1) kept[index + blanked.start + offset] = ' '
    }
  }
  return kept.join('')
}

/** What of a word is grammar: all of it, none of it, or the 了 behind it (涨了). */
function blankedOf({ word, start }: Span, before: Span | undefined, after: Span | undefined) {
  const all = { start, length: word.length }
  if (words.has(word) || counted.test(word)) return all
  if (word.length === 2 && (word.endsWith('了') || stays.test(word))) return { start: start + 1, length: 1 }
  if (word.length > 1) return { start, length: 0 }
  if (light.has(word) && (before === undefined || isGrammar(before.word)) && after && !isGrammar(after.word)) return all
  if (measures.has(word) && pointing.has(before?.word ?? '')) return all
  // 怎么办 is two words to the dictionary.
  if (word === '办' && /^[怎咋]/u.test(before?.word ?? '')) return all
  if (numeral.test(word) && after?.word === '个') return all
  if (particle.test(word) && after) return { start, length: 0 }
  if (!characters.has(word)) return { start, length: 0 }
  const isInName = familyName.test(before?.word ?? '') && after?.word.length === 1 && !isGrammar(after.word)
  return isInName ? { start, length: 0 } : all
}

function isGrammar(word: string): boolean {
  return words.has(word) || counted.test(word) || characters.has(word)
}

/** The dictionary prefers the longer word to the right one where they overlap: what the documents hold is right. */
function regrouped(spans: readonly Span[], isHeld: (pair: string) => boolean): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    const [first = '', second = ''] = span.word
    const isOpen = last?.word.length === 1 && span.word.length === 2 && characters.has(second)
    if (last && isOpen && !isHeld(span.word) && isHeld(last.word + first)) {
      result[result.length - 1] = { word: last.word + first, start: last.start }
      result.push({ word: second, start: span.start + 1 })
    } else result.push(span)
  }
  return result
}
