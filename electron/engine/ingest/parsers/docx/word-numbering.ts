import { xmlAt, xmlAttribute, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { numberAs } from './number-forms'
import { valueOf, type WordStyle, type WordStyles } from './word-styles'

interface ListLevel {
  /** Such as `%1.%2`, where `%1` stands for the number of the first level. */
  readonly pattern: string
  readonly form: string
  readonly start: number
  readonly isLegal: boolean
}

interface List {
  /** Lists that count on together. */
  readonly shared: string
  readonly levels: ReadonlyMap<number, ListLevel>
  /** Levels at which this list begins anew, with their first number. */
  readonly restarts: Map<number, number>
}

const deepest = 8

/** Counts the numbered paragraphs of a Word document as Word does: the numbers stand nowhere in the file. */
export class WordNumbering {
  readonly #lists = new Map<string, List>()
  readonly #counts = new Map<string, (number | undefined)[]>()
  /** The level that a style stands for in its list. */
  readonly #levelOfStyle = new Map<string, number>()

  constructor(root: XmlElement | undefined, styles: WordStyles) {
    const plans = new Map(xmlChildren(root, 'abstractNum').map((plan) => [xmlAttribute(plan, 'abstractNumId'), plan]))
    const planOf = new Map(
      xmlChildren(root, 'num').map((list) => [xmlAttribute(list, 'numId') ?? '', valueOf(list, 'abstractNumId')]),
    )
    for (const list of xmlChildren(root, 'num')) {
      const id = xmlAttribute(list, 'numId') ?? ''
      const own = plans.get(planOf.get(id))
      // A list may be defined by a style, which names the list that holds the levels.
      const linked = planOf.get(styles.style(valueOf(own, 'numStyleLink')).list?.id ?? '')
      const shared = linked ?? planOf.get(id) ?? ''
      this.#lists.set(id, this.#readList(list, plans.get(shared) ?? own, shared))
    }
  }

  /** What stands before a paragraph: `-`, or a number such as `1.2.` or `第一章`; undefined for one outside of lists. */
  mark(own: WordStyle['list'], style: WordStyle, styleId: string | undefined): string | undefined {
    const id = own?.id ?? style.list?.id
    const list = id === undefined ? undefined : this.#lists.get(id)
    if (!list) return undefined
    const wanted = own?.level ?? style.list?.level ?? this.#levelOfStyle.get(styleId ?? '') ?? 0
    const level = Math.min(deepest, Math.max(0, wanted))
    const at = list.levels.get(level)
    if (!at || at.form === 'bullet') return '-'
    return this.#count(list, level, at)
  }

  #count(list: List, level: number, at: ListLevel): string {
    const counts = this.#counts.get(list.shared) ?? []
    this.#counts.set(list.shared, counts)
    const restart = list.restarts.get(level)
    list.restarts.delete(level)
    const before = counts[level]
    counts[level] = restart ?? (before === undefined ? at.start : before + 1)
    counts.length = level + 1
    return at.pattern.replace(/%(\d)/gu, (_, digit: string) => {
      const upper = Number(digit) - 1
      const form = list.levels.get(upper)?.form ?? 'decimal'
      const number = counts[upper] ?? list.levels.get(upper)?.start ?? 1
      return numberAs(number, at.isLegal ? 'decimal' : form)
    })
  }

  #readList(list: XmlElement, plan: XmlElement | undefined, shared: string): List {
    const levels = new Map<number, ListLevel>()
    const restarts = new Map<number, number>()
    for (const level of xmlChildren(plan, 'lvl')) this.#readLevel(level, levels)
    for (const change of xmlChildren(list, 'lvlOverride')) {
      const level = xmlAt(change, 'lvl')
      if (level) this.#readLevel(level, levels)
      const start = valueOf(change, 'startOverride')
      if (start !== undefined) restarts.set(Number(xmlAttribute(change, 'ilvl') ?? 0), Number(start) || 0)
    }
    return { shared, levels, restarts }
  }

  #readLevel(level: XmlElement, levels: Map<number, ListLevel>): void {
    const at = Number(xmlAttribute(level, 'ilvl') ?? 0)
    const style = valueOf(level, 'pStyle')
    if (style !== undefined) this.#levelOfStyle.set(style, at)
    levels.set(at, {
      pattern: valueOf(level, 'lvlText') ?? '',
      form: valueOf(level, 'numFmt') ?? 'decimal',
      start: Number(valueOf(level, 'start') ?? 1) || 0,
      isLegal: xmlAt(level, 'isLgl') !== undefined,
    })
  }
}
