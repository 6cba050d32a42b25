import { codePoint } from 'dingbat-to-unicode'
import { xmlAt, xmlAttribute, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { mathText } from './word-math'
import { lookOf, mergedLook, valueOf, type WordLook, type WordStyles } from './word-styles'

/** Something that hangs on a place in a paragraph and is read after it. */
export type Anchored =
  | { readonly kind: 'footnote' | 'endnote'; readonly id: string; readonly mark: string }
  | { readonly kind: 'comment'; readonly id: string }
  | { readonly kind: 'drawing'; readonly element: XmlElement }

export interface InlineText {
  readonly text: string
  /** All its letters are bold. */
  readonly isBold: boolean
  /** The largest of its letters, in half points; 0 where nothing says so. */
  readonly size: number
  readonly anchored: readonly Anchored[]
}

/** Deleted or moved away by a tracked change, the reading aid above a character, or no text. */
const skipped = new Set(['del', 'moveFrom', 'delText', 'instrText', 'delInstrText', 'rt'])
const written: ReadonlyMap<string, string> = new Map([
  ...(['tab', 'ptab'] as const).map((name) => [name, ' '] as const),
  ...(['br', 'cr'] as const).map((name) => [name, '\n'] as const),
  ['noBreakHyphen', '\u2011'],
])

/** Reads the text of paragraphs as it stands when all tracked changes are accepted. */
export class WordInline {
  hasHidden = false
  #notes = 0
  #text = ''
  #letters = { bold: 0, all: 0 }
  #size = 0
  #anchored: Anchored[] = []
  /** Of the fields that are open, whether their result has begun; before it stand instructions. */
  #fields: boolean[] = []

  constructor(readonly styles: WordStyles) {}

  /** A paragraph's text; `look` is that of its style. */
  paragraph(element: XmlElement, look: WordLook): InlineText {
    this.#text = ''
    this.#letters = { bold: 0, all: 0 }
    this.#size = 0
    this.#anchored = []
    this.#fields = []
    this.#children(element, look)
    const { bold, all } = this.#letters
    const text = this.#text.replace(/[^\S\n]+/gu, ' ')
    return { text, isBold: all > 0 && bold === all, size: this.#size, anchored: this.#anchored }
  }

  #children(element: XmlElement, look: WordLook): void {
    for (const child of xmlChildren(element)) this.#read(child, look)
  }

  #read(element: XmlElement, look: WordLook): void {
    const { name } = element
    const fixed = written.get(name)
    if (fixed !== undefined) this.#add(fixed, look)
    else if (name === 't') this.#add(xmlText(element), look)
    else if (name === 'r') this.#readRun(element, look)
    else if (name === 'oMath') this.#add(mathText(element), look)
    else if (name === 'sym') this.#add(symbol(element), look)
    else if (name === 'fldChar') this.#turnField(xmlAttribute(element, 'fldCharType') ?? '')
    else if (name === 'footnoteReference' || name === 'endnoteReference') this.#addNote(element)
    else if (name === 'commentReference') this.#anchor({ kind: 'comment', id: xmlAttribute(element, 'id') ?? '' })
    else if (/^(?:drawing|pict|object|txbx)$/u.test(name)) this.#anchor({ kind: 'drawing', element })
    else if (name === 'AlternateContent') this.#children(alternative(element), look)
    else if (name === 'sdt' && isPlaceholder(element)) return
    else if (!skipped.has(name) && !/^\w+Pr$/u.test(name)) this.#children(element, look)
  }

  #readRun(run: XmlElement, look: WordLook): void {
    const properties = xmlAt(run, 'rPr')
    const style = this.styles.style(valueOf(properties, 'rStyle'))
    this.#children(run, mergedLook(lookOf(properties), style, look))
  }

  #add(text: string, { isHidden, isBold, size }: WordLook): void {
    if (this.#fields.includes(false)) return
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (isHidden === true) {
      this.hasHidden ||= letters > 0
      return
    }
    this.#letters.all += letters
    if (isBold === true) this.#letters.bold += letters
    if (letters > 0) this.#size = Math.max(this.#size, size ?? 0)
    this.#text += text
  }

  #addNote(reference: XmlElement): void {
    this.#notes += 1
    const mark = `[${this.#notes}]`
    this.#text += mark
    const kind = reference.name === 'footnoteReference' ? 'footnote' : 'endnote'
    this.#anchor({ kind, id: xmlAttribute(reference, 'id') ?? '', mark })
  }

  #anchor(one: Anchored): void {
    this.#anchored.push(one)
  }

  #turnField(type: string): void {
    if (type === 'begin') this.#fields.push(false)
    else if (type === 'separate' && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = true
    else if (type === 'end') this.#fields.pop()
  }
}

/** The text boxes in a drawing, each once. */
export function boxesOf(drawing: XmlElement): XmlElement[] {
  return xmlChildren(drawing).flatMap((child) => {
    if (child.name === 'txbxContent') return [child]
    return boxesOf(child.name === 'AlternateContent' ? alternative(child) : child)
  })
}

/** What programs of today are to show, or what is there for older ones. */
export function alternative(element: XmlElement): XmlElement {
  return xmlAt(element, 'Choice') ?? xmlAt(element, 'Fallback') ?? { name: '', attributes: '', children: [] }
}

/** "Click here to enter text": not the writer's words. */
export function isPlaceholder(sdt: XmlElement): boolean {
  return xmlAt(sdt, 'sdtPr', 'showingPlcHdr') !== undefined
}

/** A sign of a font that is all signs, such as a tick of Wingdings. */
function symbol(element: XmlElement): string {
  const code = Number.parseInt(xmlAttribute(element, 'char') ?? '', 16)
  if (!Number.isFinite(code)) return ''
  const known = codePoint(xmlAttribute(element, 'font') ?? '', code >= 0xf000 ? code - 0xf000 : code)
  return known?.string ?? (code < 0xe000 ? String.fromCharCode(code) : '')
}
