import { isRecord } from '@shared/session/validate-session'

// A record that travels inside another does not repeat its texts: a text the other holds already is written as
// `{ "$text": "/response" }`, an RFC 6901 pointer. An object that would read as such a reference, or as this wrapping, is
// written as `{ "$plain": … }`.

/** The texts of a record and where they stand. */
export type TextPlaces = ReadonlyMap<string, string>

/** Shorter texts are written out, unless they stand under a key that always holds the text of something. */
const worthReferring = 64

/** More UTF-16 units than a session could be saved with; stops a small file that refers to one text a million times. */
const maxText = 2 ** 28

/** Adds every text of `value`, which stands at `pointer`; a text known before keeps its place. */
export function addTexts(places: Map<string, string>, value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (value !== '' && !places.has(value)) places.set(value, pointer)
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) addTexts(places, item, `${pointer}/${at}`)
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) addTexts(places, item, `${pointer}/${escapedKey(key)}`)
  }
}

/** A key as a part of a pointer. */
export function escapedKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A copy in which texts with a known place are references: long ones, and those under one of the `always` keys. */
export function withReferences(value: unknown, places: TextPlaces, always: ReadonlySet<string>, key = ''): unknown {
  if (typeof value === 'string') {
    const place = always.has(key) || value.length >= worthReferring ? places.get(value) : undefined
    return place === undefined ? value : { $text: place }
  }
  if (Array.isArray(value)) return value.map((item) => withReferences(item, places, always, key))
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withReferences(item, places, always, name)]),
  )
  return looksSpecial(value) ? { $plain: copy } : copy
}

function looksSpecial(value: Record<string, unknown>): boolean {
  const [key, ...others] = Object.keys(value)
  return others.length === 0 && (key === '$text' || key === '$plain')
}

/** A reference that leads to no text; never leaves this folder. */
export class UnknownText extends Error {}

/** Puts the texts back. Throws `UnknownText`. One instance counts the text of one whole record. */
export class TextResolver {
  #resolved = 0

  constructor(private readonly root: unknown) {}

  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item))
    if (!isRecord(value)) return value
    if (looksSpecial(value)) {
      if ('$text' in value) return this.#textAt(value['$text'])
      const plain = value['$plain']
      return isRecord(plain) ? this.#entries(plain) : value
    }
    return this.#entries(value)
  }

  #entries(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]))
  }

  #textAt(pointer: unknown): string {
    const text = typeof pointer === 'string' ? valueAt(this.root, pointer) : undefined
    if (typeof text !== 'string') throw new UnknownText()
    this.#resolved += text.length
    if (this.#resolved > maxText) throw new UnknownText()
    return text
  }
}

/** What stands at a pointer; undefined where nothing does. */
function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    const next: unknown = Reflect.get(value, key)
    value = next
  }
  return value
}
