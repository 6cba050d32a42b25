export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }
const token = /<\?xml [^?]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/guy

/**
 * Reads XML without comments, CDATA and document types as XML 1.0 has it, and throws for whatever is not well-formed: characters that
 * it does not allow, bare ampersands, attributes given twice, elements left open.
 */
export function readXml(text: string): XmlElement {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error('A forbidden character.')
  const top: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [top]
  let end = 0
  for (const match of text.matchAll(token)) {
    end = match.index + match[0].length
    const [whole, closing, name, attributes = '', alone] = match
    const current = open.at(-1) ?? top
    if (whole.startsWith('<?')) continue
    if (name === undefined) current.text += unescaped(whole)
    else if (closing === '/') {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>.`)
      open.pop()
    } else {
      const element = { name, attributes: readAttributes(attributes), children: [], text: '' }
      current.children.push(element)
      if (alone !== '/') open.push(element)
    }
  }
  const [root, ...more] = top.children
  if (end !== text.length || open.length !== 1 || !root || more.length > 0 || top.text.trim() !== '') {
    throw new Error(`Not well-formed at ${end}: ${text.slice(end, end + 40)}`)
  }
  return root
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/([\w:.-]+)="([^"]*)"/gu)) {
    if (attributes.has(name)) throw new Error(`Attribute ${name} twice.`)
    attributes.set(name, unescaped(value))
  }
  return attributes
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]*);?/gu, (reference, name: string) => {
    const character = characters[name]
    if (character === undefined || !reference.endsWith(';')) throw new Error(`${reference} stands for nothing.`)
    return character
  })
}
