import { xmlAt, xmlAttribute, xmlChildren, type XmlElement } from '../structure/xml-tree'

/** How text of a style looks, as far as reading needs it. */
export interface WordLook {
  readonly isBold?: boolean | undefined
  readonly isHidden?: boolean | undefined
  /** In half points. */
  readonly size?: number | undefined
}

export interface WordStyle extends WordLook {
  /** Word's own name of it, the same in every language; in lower case. */
  readonly name?: string | undefined
  /** Of a heading, from 1 on; 10 stands for body text. */
  readonly level?: number | undefined
  readonly list?: { readonly id?: string | undefined; readonly level?: number | undefined } | undefined
}

const longestChain = 12

/** The styles of a Word document, each with what it inherits. */
export class WordStyles {
  readonly #written = new Map<string, XmlElement>()
  readonly #known = new Map<string, WordStyle>()
  #usual: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const style of xmlChildren(root, 'style')) {
      const id = xmlAttribute(style, 'styleId')
      if (id === undefined) continue
      this.#written.set(id, style)
      const isDefault = isOn(xmlAttribute(style, 'default') ?? '0')
      if (isDefault && xmlAttribute(style, 'type') === 'paragraph') this.#usual = id
    }
  }

  /** The style of a paragraph; that of paragraphs without one where no id is given. */
  paragraph(id: string | undefined): WordStyle {
    return this.style(id ?? this.#usual)
  }

  /** A style by its id; one that says nothing where there is none. */
  style(id: string | undefined): WordStyle {
    if (id === undefined) return {}
    const known = this.#known.get(id) ?? this.#resolve(id)
    this.#known.set(id, known)
    return known
  }

  #resolve(id: string): WordStyle {
    const chain: XmlElement[] = []
    for (let next: string | undefined = id; next !== undefined && chain.length < longestChain;) {
      const style = this.#written.get(next)
      if (!style) break
      chain.push(style)
      next = valueOf(style, 'basedOn')
    }
    const name = chain[0] && valueOf(chain[0], 'name')?.toLowerCase()
    return chain.reduceRight<WordStyle>((below, style) => ({ ...below, ...defined(ownStyle(style)) }), { name })
  }
}

function ownStyle(style: XmlElement): WordStyle {
  const paragraph = xmlAt(style, 'pPr')
  return { ...lookOf(xmlAt(style, 'rPr')), level: levelOf(paragraph, style), list: listOf(paragraph) }
}

function levelOf(paragraph: XmlElement | undefined, style: XmlElement): number | undefined {
  const outline = outlineLevel(paragraph)
  if (outline !== undefined) return outline
  const name = valueOf(style, 'name') ?? ''
  const number = /^heading (\d)$/iu.exec(name)?.[1]
  return number === undefined ? (/^title$/iu.test(name) ? 1 : undefined) : Number(number)
}

/** What a paragraph's own properties say of its level; from 1 on. */
export function outlineLevel(paragraph: XmlElement | undefined): number | undefined {
  const level = Number(valueOf(paragraph, 'outlineLvl') ?? Number.NaN)
  return Number.isInteger(level) ? level + 1 : undefined
}

/** The list a paragraph is in; `id` is `0` where it is taken out of the list of its style. */
export function listOf(paragraph: XmlElement | undefined): WordStyle['list'] {
  const list = xmlAt(paragraph, 'numPr')
  if (!list) return undefined
  const level = valueOf(list, 'ilvl')
  return { id: valueOf(list, 'numId'), level: level === undefined ? undefined : Number(level) }
}

/** What properties of text say themselves. */
export function lookOf(properties: XmlElement | undefined): WordLook {
  const size = valueOf(properties, 'sz')
  return {
    isBold: switchOf(properties, 'b'),
    isHidden: switchOf(properties, 'vanish'),
    size: size === undefined ? undefined : Number(size) || undefined,
  }
}

/** Several looks as one: the first that says something is right. */
export function mergedLook(...looks: readonly WordLook[]): WordLook {
  return looks.reduceRight<WordLook>((below, look) => ({ ...below, ...defined(look) }), {})
}

/** The `val` of a property right below an element. */
export function valueOf(parent: XmlElement | undefined, name: string): string | undefined {
  const property = xmlAt(parent, name)
  return property && xmlAttribute(property, 'val')
}

/** Whether a property is on; undefined where nothing is said. */
export function switchOf(properties: XmlElement | undefined, name: string): boolean | undefined {
  const property = xmlAt(properties, name)
  return property && isOn(xmlAttribute(property, 'val') ?? '1')
}

function isOn(value: string): boolean {
  return !/^(?:0|false|off)$/iu.test(value)
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<Value>
}
