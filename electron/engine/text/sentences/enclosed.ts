/** In UTF-16 units: how far the other half of a pair is looked for. */
const reach = 300
const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['（', '）'],
  ['[', ']'],
  ['“', '”'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
]

/** Whether brackets or quotation marks stand open at `at` that were opened from `start` on and are closed in the same paragraph. */
export function isEnclosed(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - reach), at)
  const [after = ''] = text.slice(at, at + reach).split('\n', 1)
  if (count(before, '"') % 2 === 1 && after.includes('"')) return true
  return pairs.some(([open, close]) => {
    const opened = count(before, open) > count(before, close)
    const closing = after.indexOf(close)
    const opening = after.indexOf(open)
    return opened && closing !== -1 && (opening === -1 || closing < opening)
  })
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}
