import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { FlowingLines } from '../structure/flowing-lines'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addGrid } from '../tables/office-table'
import { addRecord } from '../tables/records'
import { addTable } from '../tables/table'

const keyword = /^\s*#\+([\w-]+)(?:\[[^\]]*\])?:\s*(.*)$/u
const blockStart = /^\s*#\+begin_(\w+)\s*(.*)$/iu
const heading = /^(\*{1,20})\s+(.*)$/u
const headingTags = /\s:([\p{L}\p{N}_@#%:]+):\s*$/u
const listItem = /^(\s*)([-+]|\s\*|\d{1,4}[.)])\s+(.*)$/u
const tableRow = /^\s*\|/u
const drawer = /^\s*:([\w-]+):\s*$/u
const property = /^\s*:([\w+-]+):\s+(.*)$/u
/** Of no use to people. */
const ownProperties = /^(?:id|custom_id|category|created|visibility|ordered|noblocking)$/iu
const codeBlocks = new Set(['src', 'example', 'export'])

/** Org files: headings, lists, tables, code and quotes, without the marks of the format. */
export const orgParser: Parser = {
  format: 'org',
  extensions: ['org'],
  kind: 'text',
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const reader = new OrgReader(text.split('\n'))
    reader.builder.gaps.push(...gaps)
    reader.read()
    const { builder, title } = reader
    const parsed = builder.finish('org', title || (builder.firstHeading ?? titleFromName(name)))
    return reader.tags.size === 0 ? parsed : { ...parsed, structure: { ...parsed.structure, tags: [...reader.tags] } }
  },
}

class OrgReader {
  readonly builder = new StructureBuilder()
  readonly tags = new Set<string>()
  title = ''
  readonly #flow = new FlowingLines(this.builder, orgText)
  readonly #facts = new Map<string, string>()
  #at = 0
  #includes = false

  constructor(readonly lines: readonly string[]) {}

  read(): void {
    for (; this.#at < this.lines.length && !this.builder.isFull; this.#at += 1) this.#readLine(this.#line)
    this.#flow.end()
    this.#writeFacts()
    if (this.#includes)
      this.builder.gaps.push({ kind: 'skipped_part', detail: 'Other files that it includes are not part of it.' })
  }

  get #line(): string {
    return this.lines[this.#at] ?? ''
  }

  #readLine(line: string): void {
    const block = blockStart.exec(line)
    const key = keyword.exec(line)
    const title = heading.exec(line)
    const item = listItem.exec(line)
    if (!key && line.trim() !== '') this.#writeFacts()
    if (block) this.#readBlock(block[1]?.toLowerCase() ?? '', block[2] ?? '')
    else if (key) this.#readKeyword(key[1]?.toLowerCase() ?? '', key[2]?.trim() ?? '')
    else if (/^\s*#(?:\s|$)/u.test(line)) this.#flow.end()
    else if (title) this.#addHeading(title[1]?.length ?? 1, title[2] ?? '')
    else if (tableRow.test(line)) this.#readTable()
    else if (drawer.test(line)) this.#readDrawer()
    else if (line.trim() === '' || /^\s*-{5,}\s*$/u.test(line)) this.#flow.end()
    else if (item)
      this.#flow.begin('list_item', `${/\d/u.test(item[2] ?? '') ? (item[2] ?? '') : '-'} ${item[3] ?? ''}`)
    else this.#flow.add(line.replace(/\\\\\s*$/u, ''))
  }

  #readKeyword(name: string, value: string): void {
    this.#flow.end()
    if (name === 'title') this.title = `${this.title} ${orgText(value)}`.trim()
    else if (name === 'filetags') for (const tag of value.split(/[:\s]+/u)) if (tag !== '') this.tags.add(tag)
    if (/^(?:author|date|subtitle|description|keywords)$/u.test(name)) {
      this.#facts.set(name.charAt(0).toUpperCase() + name.slice(1), orgText(value))
    } else if (name === 'caption') this.builder.add('paragraph', orgText(value))
    else if (name === 'include') this.#includes = true
  }

  /** What the file says of itself stands above the rest. */
  #writeFacts(): void {
    addRecord(this.builder, this.#facts)
    this.#facts.clear()
  }

  #addHeading(level: number, written: string): void {
    this.#flow.end()
    this.builder.add('heading', orgText(written.replace(headingTags, '').replace(/\[#\w\]\s*/u, '')), { level })
  }

  #readBlock(name: string, about: string): void {
    this.#flow.end()
    const end = new RegExp(`^\\s*#\\+end_${name.replace(/\W/gu, '')}\\s*$`, 'iu')
    const inside: string[] = []
    for (this.#at += 1; this.#at < this.lines.length && !end.test(this.#line); this.#at += 1) inside.push(this.#line)
    if (name === 'comment') return
    if (codeBlocks.has(name)) {
      const language = name === 'src' ? /^\S+/u.exec(about)?.[0] : undefined
      this.builder.add('code', inside.join('\n'), { context: language })
    } else {
      const kind = name === 'quote' || name === 'verse' ? 'quote' : 'paragraph'
      for (const passage of inside.join('\n').split(/\n\s*\n/u)) this.builder.add(kind, orgText(passage.trim()))
    }
  }

  #readTable(): void {
    this.#flow.end()
    const rows: string[][] = []
    let header = false
    for (; this.#at < this.lines.length && tableRow.test(this.#line); this.#at += 1) {
      const line = this.#line.trim()
      if (/^\|[-+]/u.test(line)) header ||= rows.length === 1
      else
        rows.push(
          line
            .replace(/^\||\|$/gu, '')
            .split('|')
            .map((cell) => orgText(cell.trim())),
        )
    }
    this.#at -= 1
    if (header && rows.length > 1) addTable(this.builder, rows.slice(1), rows[0])
    else addGrid(this.builder, rows)
  }

  /** A list of properties of the heading above; other drawers hold what the program keeps for itself. */
  #readDrawer(): void {
    this.#flow.end()
    const from = this.#at
    const found = new Map<string, string>()
    for (this.#at += 1; !/^\s*:end:\s*$/iu.test(this.#line); this.#at += 1) {
      if (this.#at >= this.lines.length || this.#at - from > 200) {
        this.#at = from
        this.#flow.add(this.#line)
        return
      }
      const [, name = '', value = ''] = property.exec(this.#line) ?? []
      if (name !== '' && !ownProperties.test(name)) found.set(name, orgText(value.trim()))
    }
    addRecord(this.builder, found)
  }
}

/** The text of a stretch of Org without its marks. */
function orgText(source: string): string {
  return source
    .replace(/\[\[([^\][]{1,500})\]\[([^\][]{1,500})\]\]/gu, '$2')
    .replace(/\[\[(?:file:|id:)?([^\][]{1,500})\]\]/gu, '$1')
    .replace(/\[fn:([\w-]*)(?::([^\]]{0,500}))?\]/gu, (_, name: string, text?: string) =>
      text ? ` (${text})` : `[${name}]`,
    )
    .replace(/[<[](\d{4}-\d\d-\d\d[^\]>\n]{0,40})[\]>]/gu, '$1')
    .replace(/(^|[\s({'"—-])([*/_=~+])(\S|\S[^\n]{0,300}?\S)\2(?=$|[\s)}'".,;:!?—-])/gmu, '$1$3')
    .trim()
}
