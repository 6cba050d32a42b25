import { comparedSides } from '@engine/question/parts/split'

/** Lines that are items of a list: a bullet, a number or a bracketed number before them. */
const item =
  /^\s*(?:[-*•·]|\(?\d{1,2}[.)、）]|[（(][一二三四五六七八九十]{1,2}[)）]|[一二三四五六七八九十]{1,2}、)\s*(\S.*)$/u
const marks = /\s*\[\d+\]/gu
const maxItemLength = 120
/** "A, B and C" after the verb or colon that introduces them. */
const englishSeries =
  /(?:\b(?:are|were|include|includes|including|between|offers?|has|have|uses?|namely)\b|:)\s+(?:the\s+)?([^.:;?!]{2,60}(?:,\s+[^.,:;?!]{2,60})*,?\s+(?:and|or)\s+[^.:;,?!]{2,60})/iu
const inlineNumbers = /(?:^|[\s:：,，;；])(?:\(?1[.)]|（1）|①|一是|第一[，,])/u

/** The things that a text lists, in order: items of a list or a series in one sentence. Empty where it lists nothing. */
export function listedIn(text: string): string[] {
  const items = text.split(/\n+/u).flatMap((line) => item.exec(line.replace(marks, ''))?.[1] ?? [])
  if (items.length > 1) return items.map(headOf)
  const bare = text.replace(marks, '')
  if (inlineNumbers.test(bare)) {
    const parts = bare.split(/\(?\b\d[.)]\s+|（\d）|[①②③④⑤]|(?<=[，,；;。：:])[一二三四五]是/u).slice(1)
    if (parts.length > 1) return parts.map((part) => headOf(part))
  }
  const chinese =
    /(?:包括|分别是|有|是|为|：|:)((?:[^，。；？、：:]{1,30}、)+[^，。；？、]{1,30}(?:[和与及][^，。；？、]{1,30})?)/u.exec(
      bare,
    )?.[1]
  if (chinese) return cut(chinese, /、|[和与及](?=[^、]+$)/u)
  const pair = /(?:包括|分别是|有|：)([^，。；？、：:]{2,20})(?:和|与|以及)([^，。；？、：:]{2,20})/u.exec(bare)
  if (pair) return [pair[1] ?? '', pair[2] ?? ''].map(headOf)
  const english = englishSeries.exec(bare)?.[1]
  // "two universities — Newcastle University and …": the dash introduces what is listed.
  return english ? cut(english.replace(/^.*\s[-–—]\s/u, ''), /,\s+(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/iu) : []
}

/** The two or more things a question names side by side. */
export function namedTogether(question: string): string[] {
  const compared = comparedSides(question)
  if (compared) return compared
  const listed = listedIn(question)
  if (listed.length > 1) return listed
  const text = question.trim().replace(/[?？。.!！]+$/u, '')
  const english =
    /(?:\b(?:between|are|were|is|of|about|do|does|did|the|for|use|choose)\s+)?(?:the\s+)?([\p{L}\d-]+(?: [\p{L}\d-]+){0,2}?)\s+(?:and|or)\s+(?:(?:the|an?)\s+([\p{L}\d-]+(?: [\p{L}\d-]+){0,2}?)(?=$|\s+(?:compare|cost|work|differ|have|has|need|use|use[sd]|do|does|is|are|was|were|in|on|at|of|for|better|cheaper)\b)|([\p{L}\d-]+(?: \p{Lu}[\p{L}\d-]+| \d[\p{L}\d-]*)?))/u.exec(
      text,
    )
  if (english)
    return [english[1] ?? '', english[2] ?? english[3] ?? ''].map((side) =>
      side.replace(/^(?:who|what|which|how|is|are|was|were|does|do|did|the|about)\s+/giu, ''),
    )
  const chinese =
    /^([\p{Script=Han}\p{L}\d]{2,12})(?:和|与|跟|还是)([\p{Script=Han}\p{L}\d]{2,12}?)(?:的|有|各|分别|哪|谁|是|都|之间|$)/u.exec(
      text,
    )
  return chinese ? [chinese[1] ?? '', chinese[2] ?? ''] : []
}

function cut(series: string, separator: RegExp): string[] {
  return series
    .split(separator)
    .map(headOf)
    .filter((part) => part !== '')
}

/** An item up to the dash, colon or clause that explains it. */
function headOf(text: string): string {
  const [head = ''] = text.trim().split(/\s[-–—]\s|[:：;；。]|，|,\s|\.\s|\.$/u)
  return head
    .replace(/^\*\*|\*\*.*$/gu, '')
    .replace(/^(?:the|an?|and|以及)\s+/iu, '')
    .trim()
    .slice(0, maxItemLength)
}
