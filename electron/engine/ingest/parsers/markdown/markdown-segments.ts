import { linesOf } from '../structure/source-text'

const aimedLength = 24 * 1024
const longestSegment = 256 * 1024

/**
 * Offsets at which Markdown can be cut and parsed in pieces: before headings, in very long sections at empty lines and list
 * items, never inside a code fence.
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
