/**
 * The JSON that a reply holds which broke off in a list of objects: up to the last object of the list that is whole, with every
 * bracket closed. Empty where no such object is whole.
 */
export function wholePart(text: string): string {
  const open: string[] = []
  let whole = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === '{') open.push('}')
    else if (sign === '[') open.push(']')
    else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) return whole
      if (sign === '}' && open.at(-1) === ']') whole = text.slice(0, at + 1) + open.toReversed().join('')
    }
  }
  return whole
}
