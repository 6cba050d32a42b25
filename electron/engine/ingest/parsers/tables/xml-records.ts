import type { DataRecord } from './records'

interface Node {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly children: Node[]
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Asked at one place after another only, so that no part of it runs through the text once for every `<`. */
const token =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<[?!][^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/uy
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu
const deepest = 100

/**
 * The records of an XML text: elements that hold nothing but named values, at least two of one name. Undefined where it is no
 * well-formed XML, or says anything outside of such elements, as articles and drawings do.
 */
export function recordsOfXml(text: string): DataRecord[] | undefined {
  const root = readTree(text)
  if (!root) return undefined
  const found: Node[] = []
  if (!findRecords(root, found)) return undefined
  const names = new Set(found.map(({ name }) => name))
  if (found.length < 2 || names.size > found.length / 2) return undefined
  return found.map(({ attributes, children }) => {
    const values = children.map((child) => [child.name, child.text.trim()] as const)
    return new Map([...attributes, ...values])
  })
}

/** Whether all that an element says is said by records in it, which are added to `found`. */
function findRecords(node: Node, found: Node[]): boolean {
  if (isRecord(node)) {
    found.push(node)
    return true
  }
  return node.text.trim() === '' && node.children.every((child) => findRecords(child, found))
}

function isRecord({ attributes, children, text }: Node): boolean {
  const names = [...attributes.map(([name]) => name), ...children.map(({ name }) => name)]
  const isLeaf = (child: Node) => child.children.length === 0 && child.attributes.length === 0
  return (
    names.length > 1 &&
    children.length > 0 &&
    new Set(names).size === names.length &&
    text.trim() === '' &&
    children.every(isLeaf)
  )
}

function readTree(text: string): Node | undefined {
  const top: Node = { name: '', attributes: [], children: [], text: '' }
  const open: Node[] = [top]
  let read = 0
  while (read < text.length) {
    token.lastIndex = read
    const match = token.exec(text)
    if (!match || open.length > deepest) return undefined
    read += match[0].length
    const [, data, closing, opening, attributes = '', empty, words] = match
    const node = open.at(-1)
    if (!node) return undefined
    if (closing !== undefined) {
      if (open.pop()?.name !== closing || open.length === 0) return undefined
    } else if (opening !== undefined) {
      const child: Node = { name: opening, attributes: attributesOf(attributes), children: [], text: '' }
      node.children.push(child)
      if (empty === '') open.push(child)
    } else node.text += data ?? decodeEntities(words ?? '')
  }
  const [root] = top.children
  return read === text.length && open.length === 1 && top.children.length === 1 ? root : undefined
}

function attributesOf(written: string): (readonly [string, string])[] {
  return [...written.matchAll(attribute)].map(([, name = '', double, single]) => [
    name,
    decodeEntities(double ?? single ?? ''),
  ])
}

/** XML text with the characters that its entities stand for; unknown entities stay as they are written. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return entities[name ?? ''] ?? whole
  })
}
