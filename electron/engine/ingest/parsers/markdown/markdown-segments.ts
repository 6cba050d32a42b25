import { linesOf } from '../structure/source-text'

const aimedLength = 24 * 1024
const longestSegment = 256 * 1024

/**
 * Cuts Markdown into stretches that can be parsed alone, so that time and memory grow with the length of one stretch:
 * before headings, and in very long sections at any empty line or list item, never inside a code fence. Offsets where
 * each begins.
 */
export function segmentStarts(text: string): number[] {
  const starts = [0]
  if (text.length <= aimedLength) return starts
  let last = 0
  let fence: string | undefined
  let afterEmpty = false
  for (const line of linesOf(text)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line.text)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
    }
    const length = line.start - last
    const atHeading = /^#{1,6}\s/u.test(line.text)
    const atParagraph = /^\S/u.test(line.text) && length > longestSegment
    const isBetween = afterEmpty && (atHeading || atParagraph)
    // Endless lists cost the parser more than linear time; their items mean the same in two lists.
    const atItem = length > 2 * aimedLength && /^([-*+]|\d{1,9}[.)])\s/u.test(line.text)
    if (fence === undefined && length > aimedLength && (isBetween || atItem)) {
      starts.push(line.start)
      last = line.start
    }
    afterEmpty = line.text.trim() === ''
  }
  return starts
}
