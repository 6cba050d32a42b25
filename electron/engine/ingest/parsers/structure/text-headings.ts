const chineseHeading =
  /^第\s*[\d一二三四五六七八九十百千零〇两]{1,6}\s*([编編篇部卷章节節回讲講])(\s|[:：、.]|$|[^，。；！？]{0,30}$)/u
const namedHeading = /^(chapter|part|book|section|appendix|annex)\s+([\divxlc]+|[a-z])\b[^.]{0,60}$/iu
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+(\p{Lu}|\p{Script=Han})/u

/** The level of a line that reads like a heading, or undefined. Cautious: a sentence taken for a heading costs its context. */
export function headingLevel(line: string): number | undefined {
  const text = line.trim()
  if (text.length < 2 || text.length > 80 || /[,;，；、]$/u.test(text)) return undefined
  const chinese = chineseHeading.exec(text)
  if (chinese?.[1] !== undefined) return '节節'.includes(chinese[1]) ? 2 : 1
  if (/[.!?。！？:：]$/u.test(text)) return undefined
  if (namedHeading.test(text)) return /^(chapter|part|book)/iu.test(text) ? 1 : 2
  const number = numbered.exec(text)?.[1]
  if (number !== undefined) return Math.min(6, number.split('.').length)
  return isAllCaps(text) ? 1 : undefined
}

/** A line of the same sign, at least as long as most of the title above it: reStructuredText, Markdown, AsciiDoc. */
export function isUnderline(line: string, title: string): boolean {
  const mark = line.trim()
  return /^([=\-~^"'#*+.:_`])\1{2,}$/u.test(mark) && title.trim() !== '' && mark.length >= title.trim().length * 0.6
}

function isAllCaps(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return (
    words.length > 0 && text.length <= 60 && !/\p{Ll}/u.test(text) && /\p{Lu}{3,}/u.test(text) && !/\d{4,}/u.test(text)
  )
}
