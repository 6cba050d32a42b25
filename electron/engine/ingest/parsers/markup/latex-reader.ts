import type { Block } from '@shared/documents'
import type { PartLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { addGrid } from '../tables/office-table'
import { addRecord } from '../tables/records'
import { LatexSource } from './latex-source'
import { inlineAt, latexText } from './latex-text'

const sections = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph']
const lists = new Set(['itemize', 'enumerate', 'description', 'compactitem', 'compactenum'])
const formulas = /^(?:equation|align|alignat|gather|multline|eqnarray|displaymath|math|flalign)$/u
const codes = /^(?:verbatim|Verbatim|lstlisting|minted|alltt)$/u
const tables = /^(?:tabular|tabularx|tabulary|longtable|supertabular)$/u
const drawings = /^(?:tikzpicture|pgfpicture|picture|forest|filecontents)$/u
const quotes = /^(?:quote|quotation|verse)$/u
const facts = new Set(['title', 'author', 'date'])

/** Writes what stands in a LaTeX document. */
export class LatexReader {
  title = ''
  includes = false
  drawings = 0
  readonly #source: LatexSource
  readonly #levels: readonly string[]
  readonly #facts = new Map<string, string>()
  /** The numbers of the lists that are open; 0 for those without. */
  readonly #lists: { number: number; isNumbered: boolean }[] = []
  #quotes = 0
  #text = ''
  #marker: string | undefined

  constructor(
    readonly builder: StructureBuilder,
    text: string,
    readonly labels: PartLabels,
  ) {
    this.#source = new LatexSource(text)
    this.#levels = sections.filter((name) => text.includes(`\\${name}{`) || text.includes(`\\${name}*{`))
  }

  read(): void {
    const { text } = this.#source
    const begin = text.indexOf('\\begin{document}')
    if (begin !== -1) this.#readPreamble(text.slice(0, begin))
    if (begin !== -1) this.#source.at = begin
    while (!this.#source.isAtEnd && !this.builder.isFull) this.#readNext()
    this.#end()
  }

  /** Before the document proper, only what it says of itself. */
  #readPreamble(preamble: string): void {
    for (const name of facts) {
      const at = preamble.search(new RegExp(`\\\\${name}\\s*[[{]`, 'u'))
      if (at === -1) continue
      const source = new LatexSource(preamble)
      source.at = at
      this.#readFact(source.command(), source)
    }
  }

  #readNext(): void {
    const source = this.#source
    if (source.peek() === '\n' && /^\n[^\S\n]*\n/u.test(source.text.slice(source.at, source.at + 200))) {
      source.at += 1
      this.#end()
      return
    }
    if (source.peek() !== '\\' && !source.text.startsWith('$$', source.at)) {
      this.#text += inlineAt(source, 0)
      return
    }
    const from = source.at
    if (source.peek() === '$' || source.text.startsWith('\\[', from)) this.#readFormula()
    else if (!this.#readCommand(source.command())) {
      source.at = from
      this.#text += inlineAt(source, 0)
    }
  }

  #readFormula(): void {
    this.#end()
    this.builder.add('paragraph', inlineAt(this.#source, 0))
  }

  /** Reads a command that begins or ends something; false for any other. */
  #readCommand(name: string): boolean {
    const source = this.#source
    if (name === 'begin') this.#begin(source.argument().replace('*', ''))
    else if (name === 'end') this.#endEnvironment(source.argument().replace('*', ''))
    else if (sections.includes(name)) {
      source.option()
      this.#end()
      this.#addHeading(latexText(source.argument()), this.#levels.indexOf(name) + 1)
    } else if (name === 'item') this.#beginItem()
    else if (name === 'bibitem') {
      this.#end()
      source.option()
      this.#text = `[${source.argument()}] `
    } else if (name === 'caption') {
      source.option()
      this.#end()
      this.builder.add('paragraph', latexText(source.argument()))
    } else if (facts.has(name)) this.#readFact(name, source)
    else if (name === 'input' || name === 'include' || name === 'subfile') {
      source.argument()
      this.includes = true
    } else if (name === 'maketitle' || name === 'par') this.#end()
    else return false
    return true
  }

  #readFact(name: string, source: LatexSource): void {
    source.option()
    const text = latexText(source.argument()).replace(/\s+/gu, ' ').replaceAll(' ,', ',').trim()
    if (name === 'title') this.title = text
    else if (text !== '') this.#facts.set(name === 'author' ? 'Author' : 'Date', text)
  }

  #begin(name: string): void {
    const source = this.#source
    this.#end()
    const end = `\\end{${name}}`
    if (formulas.test(name)) this.#addSource('paragraph', this.#body(name))
    else if (codes.test(name)) {
      const language = name === 'minted' ? source.braced() : /language=(\w+)/u.exec(source.option() ?? '')?.[1]
      this.builder.add('code', this.#body(name), { context: language })
    } else if (tables.test(name)) this.#readTable(name)
    else if (name === 'comment') source.until(end)
    else if (drawings.test(name)) {
      source.until(end)
      this.drawings += 1
    } else if (lists.has(name)) {
      source.option()
      this.#lists.push({ number: 0, isNumbered: name.includes('enum') })
    } else {
      source.option()
      if (quotes.test(name)) this.#quotes += 1
      if (name === 'thebibliography' || name === 'minipage' || name === 'multicols') source.braced()
      if (name === 'abstract') this.#addHeading(this.labels.abstract, 1)
    }
  }

  #endEnvironment(name: string): void {
    this.#end()
    if (lists.has(name)) {
      this.#lists.pop()
      this.#marker = this.#lists.length > 0 ? '' : undefined
    }
    if (quotes.test(name)) this.#quotes = Math.max(0, this.#quotes - 1)
  }

  /** The source of an environment, up to its end; starred ones have the star in their name. */
  #body(name: string): string {
    const { text, at } = this.#source
    const plain = text.indexOf(`\\end{${name}}`, at)
    const starred = text.indexOf(`\\end{${name}*}`, at)
    const isStarred = starred !== -1 && (plain === -1 || starred < plain)
    return this.#source.until(`\\end{${name}${isStarred ? '*' : ''}}`)
  }

  #addSource(kind: Block['kind'], source: string): void {
    this.builder.add(kind, source.replace(/\\(?:label|nonumber|notag)(?:\{[^{}]*\})?/gu, '').replace(/\n\s*\n/gu, '\n'))
  }

  #readTable(name: string): void {
    const source = this.#source
    source.option()
    if (name !== 'tabular' && name !== 'longtable') source.braced()
    source.braced()
    const body = this.#body(name).replace(
      /\\(?:end(?:first)?(?:head|foot)|(?:top|mid|bottom)rule|hline)\b(?:\[[^\]]*\])?/gu,
      '',
    )
    const rows = body
      .split(/\\\\(?:\[[^\]\n]{0,20}\])?|\\tabularnewline/u)
      .map((row) => row.split(/(?<!\\)&/u).map((cell) => latexText(cell)))
      .filter((row) => row.some((cell) => cell !== ''))
    addGrid(this.builder, rows)
  }

  #beginItem(): void {
    this.#end()
    const label = this.#source.option()
    const list = this.#lists.at(-1)
    if (list) list.number += 1
    const mark = list?.isNumbered ? `${list.number}.` : '-'
    this.#marker = label === undefined ? `${mark} ` : `- ${latexText(label)}: `
  }

  /** Ends a paragraph or a list item. */
  #end(): void {
    const text = this.#text
      .replace(/[^\S\n]+/gu, ' ')
      .replace(/ ?\n ?/gu, '\n')
      .trim()
    this.#text = ''
    if (text === '') return
    this.#writeFacts()
    if (this.#marker !== undefined) this.builder.add('list_item', this.#marker + text)
    else this.builder.add(this.#quotes > 0 ? 'quote' : 'paragraph', text)
    this.#marker = this.#marker === undefined || this.#lists.length === 0 ? undefined : ''
  }

  #addHeading(text: string, level: number): void {
    this.#writeFacts()
    this.builder.add('heading', text.replace(/\s+/gu, ' '), { level: Math.max(1, level) })
  }

  #writeFacts(): void {
    addRecord(this.builder, this.#facts)
    this.#facts.clear()
  }
}
