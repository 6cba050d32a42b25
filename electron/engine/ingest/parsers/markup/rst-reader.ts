import { FlowingLines, joinLines } from '../structure/flowing-lines'
import type { StructureBuilder } from '../structure/structure-builder'
import { addGrid } from '../tables/office-table'
import { addRecord } from '../tables/records'
import { addTable } from '../tables/table'
import { gridTable, isGridTable, isSimpleTable, listTable, simpleTable } from './rst-tables'
import { rstText } from './rst-text'

const underline = /^([!-/:-@[-`{-~])\1*$/u
const listItem = /^( *)([-*+•‣]|\(?(?:\d{1,4}|[a-zA-Z]|[ivxlc]{1,6}|#)[.)]) +(\S.*)$/u
const directive = /^ *\.\. +(?:\|([^|\n]{1,100})\| +)?([\w:.-]+):: *(.*)$/u
const footnote = /^ *\.\. \[([^\]\n]{1,60})\] *(.*)$/u
const field = /^ *:([^:\n]{1,60}): +(.*)$/u
const code = new Set(['code', 'code-block', 'sourcecode', 'highlight', 'parsed-literal', 'doctest', 'testcode'])
const tables = new Set(['list-table', 'csv-table', 'table'])
/** Made by programs from other parts of the document, or of no use without one. */
const skipped = new Set([
  'contents',
  'toctree',
  'index',
  'raw',
  'meta',
  'sectnum',
  'role',
  'default-role',
  'target-notes',
])
const pictures = new Set(['image', 'figure'])
const deepest = 30

/** Writes what stands in a text of reStructuredText. */
export class RstReader {
  includes = false
  /** Kinds of underlines in order of first use; their order is their level. */
  readonly #underlines: string[] = []

  constructor(readonly builder: StructureBuilder) {}

  /** `depth` counts how many texts this one stands in; `kind` is that of its paragraphs. */
  read(lines: readonly string[], depth = 0, kind: 'paragraph' | 'quote' = 'paragraph'): void {
    const flow = new FlowingLines(this.builder, rstText)
    for (let at = 0; at < lines.length && !this.builder.isFull;) {
      const taken = this.#readBlock(lines, at, { flow, depth, kind })
      at += Math.max(1, taken)
    }
    flow.end()
  }

  /** Reads what begins at a line; returns how many lines that takes. */
  #readBlock(lines: readonly string[], at: number, inside: Inside): number {
    const { flow, depth, kind } = inside
    const line = lines[at] ?? ''
    if (line === '') {
      flow.end()
      return 1
    }
    if (!flow.isOpen) {
      const title = this.#readTitle(lines, at)
      if (title > 0) return title
      if (isGridTable(line)) return this.#readTable(gridTable(lines, at))
      if (isSimpleTable(lines, at)) return this.#readTable(simpleTable(lines, at))
      if (/^ *\.\.(?: |$)/u.test(line)) return this.#readExplicit(lines, at, depth)
      if (field.test(line)) return this.#readFields(lines, at)
      if (line.startsWith(' ') && depth < deepest) return this.#readQuote(lines, at, depth)
    }
    const item = listItem.exec(line)
    if (item && (!flow.isOpen || flow.kind === 'list_item')) return this.#readItem(lines, at, item, inside)
    if (line.startsWith(' ') && flow.isOpen && flow.kind === 'paragraph' && depth < deepest) {
      // The line above is a term, this is what it means.
      return this.#readDefinition(lines, at, inside)
    }
    if (/^\s*>>> /u.test(line) && !flow.isOpen) return this.#readUntilEmpty(lines, at)
    const isLiteral = line.endsWith('::')
    if (flow.isOpen) flow.add(line.replace(/^ *\| ?/u, ''))
    else flow.begin(kind, line.replace(/^ *\| ?/u, ''))
    if (!isLiteral) return 1
    flow.end()
    return 1 + this.#readCode(lines, at + 1, indentOf(line))
  }

  /** A title has a line of signs below it, and perhaps one above. */
  #readTitle(lines: readonly string[], at: number): number {
    const [first = '', second = '', third = ''] = lines.slice(at, at + 3)
    const hasOver =
      underline.test(first) && first.length > 2 && underline.test(third) && third.charAt(0) === first.charAt(0)
    const title = hasOver ? second.trim() : first
    const below = hasOver ? third : second
    if (title === '' || (underline.test(title) && !hasOver)) {
      return underline.test(first) && first.length >= 4 && second === '' ? 1 : 0
    }
    if (!underline.test(below) || below.length < Math.min(4, title.length) || below.length * 2 < title.length) return 0
    const sign = below.charAt(0) + (hasOver ? '^' : '')
    if (!this.#underlines.includes(sign)) this.#underlines.push(sign)
    this.builder.add('heading', rstText(title), { level: this.#underlines.indexOf(sign) + 1 })
    return hasOver ? 3 : 2
  }

  #readTable({ rows, hasHeader, taken }: { rows: string[][]; hasHeader: boolean; taken: number }): number {
    const cells = rows.map((row) => row.map(rstText))
    if (hasHeader && cells.length > 1) addTable(this.builder, cells.slice(1), cells[0])
    else addGrid(this.builder, cells)
    return taken
  }

  /** What begins with two dots: a directive, a footnote, a target or a comment. */
  #readExplicit(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at] ?? ''
    const body = indented(lines, at + 1, indentOf(line))
    const note = footnote.exec(line)
    const found = directive.exec(line)
    if (note) this.builder.add('paragraph', rstText(joinLines([`[${note[1] ?? ''}] ${note[2] ?? ''}`, ...body])))
    else if (found) this.#readDirective(found[2] ?? '', found[3] ?? '', body, depth)
    return 1 + body.length
  }

  #readDirective(name: string, about: string, body: readonly string[], depth: number): void {
    const options = body.findIndex((line) => line.trim() !== '' && !/^ *:[\w-]+:/u.test(line))
    const settings = options === -1 ? body : body.slice(0, options)
    const content = unindented(options === -1 ? [] : body.slice(options))
    const option = (wanted: string) =>
      /:\s*(.*)$/u.exec(
        settings
          .find((line) => line.trim().startsWith(`:${wanted}:`))
          ?.trim()
          .slice(1) ?? '',
      )?.[1]
    if (skipped.has(name)) return
    if (name === 'include' || name === 'literalinclude') this.includes = true
    else if (code.has(name)) this.builder.add('code', content.join('\n'), { context: about || undefined })
    else if (name === 'math') this.builder.add('paragraph', joinLines([about, ...content]))
    else if (pictures.has(name)) {
      this.builder.add('paragraph', rstText(option('alt') ?? ''))
      if (depth < deepest) this.read(content, depth + 1)
    } else if (tables.has(name)) {
      this.builder.add('paragraph', rstText(about))
      if (name === 'table') this.read(content, depth + 1)
      else
        this.#readTable({
          ...listTable(content, name),
          hasHeader: Number(option('header-rows') ?? 0) > 0 || option('header') !== undefined,
          taken: 0,
        })
    } else if (depth < deepest) this.read([about, ...(about && content.length > 0 ? [''] : []), ...content], depth + 1)
  }

  #readFields(lines: readonly string[], at: number): number {
    const fields = new Map<string, string>()
    let taken = 0
    for (let match = field.exec(lines[at] ?? ''); match; match = field.exec(lines[at + taken] ?? '')) {
      const more = indented(lines, at + taken + 1, indentOf(lines[at + taken] ?? ''))
      fields.set(match[1] ?? '', rstText(joinLines([match[2] ?? '', ...more])))
      taken += 1 + more.length
    }
    addRecord(this.builder, fields)
    return taken
  }

  #readItem(lines: readonly string[], at: number, item: RegExpExecArray, { flow, depth }: Inside): number {
    const [, indent = '', mark = '', text = ''] = item
    const written = `${/[\d\p{L}#]/u.test(mark) ? mark.replace('#.', '-') : '-'} ${text}`
    flow.begin('list_item', written)
    const body = unindented(indented(lines, at + 1, indent.length))
    const end = body.findIndex(
      (line, place) => line === '' || line.startsWith(' ') || listItem.test(line) || (place === 0 && line === ''),
    )
    const own = end === -1 ? body : body.slice(0, end)
    for (const line of own) flow.add(line)
    flow.end()
    if (end !== -1 && depth < deepest) this.read(body.slice(end), depth + 1)
    return 1 + body.length
  }

  #readDefinition(lines: readonly string[], at: number, { flow, depth }: Inside): number {
    flow.end()
    const body = indented(lines, at, 0)
    this.read(unindented(body), depth + 1)
    return body.length
  }

  #readQuote(lines: readonly string[], at: number, depth: number): number {
    const body = indented(lines, at, 0)
    this.read(unindented(body), depth + 1, 'quote')
    return body.length
  }

  #readUntilEmpty(lines: readonly string[], at: number): number {
    const end = lines.indexOf('', at)
    const taken = (end === -1 ? lines.length : end) - at
    this.builder.add('code', lines.slice(at, at + taken).join('\n'))
    return taken
  }

  #readCode(lines: readonly string[], at: number, indent: number): number {
    const body = indented(lines, at, indent)
    this.builder.add('code', unindented(body).join('\n').replace(/^\n+/u, ''))
    return body.length
  }
}

interface Inside {
  readonly flow: FlowingLines
  readonly depth: number
  readonly kind: 'paragraph' | 'quote'
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** The lines from a place on that are further to the right, with the empty ones between them. */
function indented(lines: readonly string[], at: number, indent: number): string[] {
  let end = at
  let last = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (line === '') continue
    if (indentOf(line) <= indent) break
    last = end + 1
  }
  return lines.slice(at, last)
}

function unindented(lines: readonly string[]): string[] {
  const written = lines.filter((line) => line !== '').map(indentOf)
  const least = written.reduce((one, other) => Math.min(one, other), Infinity)
  return lines.map((line) => line.slice(Math.min(least, line.length)))
}
