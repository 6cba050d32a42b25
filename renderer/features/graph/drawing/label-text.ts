import { safeName } from '@renderer/ui/text/safe-name'

const longest = 30
/** So many UTF-16 units hold that width, also of letters that are made of several. */
const mostUnits = 8 * longest
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/u

/** A name as it stands in the drawing: nothing in it hidden, cut where it is long. A Chinese character counts as two. */
export function labelText(name: string): string {
  // Cut first: names of thousands of characters are not looked at whole.
  const segments = Array.from(graphemes.segment(name.slice(0, mostUnits)), ({ segment }) => segment)
  if (name.length > mostUnits) segments.splice(-1, 1, '…')
  let width = 0
  let text = ''
  for (const segment of segments) {
    const shown = safeName(segment)
    width += wide.test(shown) ? 2 : 1
    if (width > longest && segment !== '…') return `${text.trimEnd()}…`
    text += shown
  }
  return text
}
