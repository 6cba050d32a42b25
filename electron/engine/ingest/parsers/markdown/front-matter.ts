import type { Block } from '@shared/documents'
import { linesOf, trimSpan } from '../structure/source-text'

/** What a Markdown file says of itself before the document proper. */
export interface FrontMatter {
  /** Where the document proper begins. */
  readonly end: number
  readonly title: string | undefined
  readonly tags: readonly string[]
  /** Each field as it is written, such as `author: Ann Lee`. */
  readonly blocks: readonly Block[]
}

const enclosed = /^(---|\+\+\+)[^\S\n]*\n([\s\S]{0,20000}?\n)?\1[^\S\n]*(?:\n|$)/u
const field = /^(?![-\s#"])([^:=\n]{1,60}?)\s*[:=](?:\s|$)/u
/** Settings of programs that show or publish the file. */
const settings =
  /^(?:layout|permalink|slug|draft|publish|cssclass(?:es)?|id|uuid|weight|toc|mathjax|comments|sidebar\S*|nav\S*|kanban-plugin|excalidraw-plugin|collapsed|public|lang)$/iu
const logseq = /^(?:- )?([\w-]{1,40}):: ?(.*)$/u
const inlineTag = /(?<![\p{L}\p{N}&/#`([\]])#(\p{L}[\p{L}\p{N}_/-]{0,58})(?![\p{L}\p{N}(])/gu
const most = { tags: 50, tagLength: 60 } as const

/** YAML or TOML between two lines of marks at the very start, or the page properties of Logseq. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const match = enclosed.exec(text)
  const body = match?.[2] ?? ''
  // A rule at the start of a document without settings below it is a rule.
  if (!match || !/^[^\s:=#-][^:=\n]{0,60}[:=]/mu.test(body)) return readProperties(text)
  const start = text.indexOf('\n') + 1
  const fields = match[1] === '---' ? await fieldsOfYaml(body) : fieldsOfToml(body)
  return {
    end: match[0].length,
    title: textOf(fields.get('title')) || undefined,
    tags: tagsIn(fields.get('tags') ?? fields.get('tag') ?? fields.get('keywords')),
    blocks: fieldBlocks(text, start, start + body.length),
  }
}

/** Adds the tags that stand in the text, as `#tag`. */
export function withInlineTags(text: string, { tags, end }: FrontMatter, blocks: readonly Block[]): string[] {
  const isNote = tags.length > 0 || end > 0 || text.includes('[[')
  const prose = isNote ? blocks.filter(({ kind, start }) => kind !== 'code' && start >= end) : []
  const found = prose.flatMap((block) =>
    [...text.slice(block.start, block.end).matchAll(inlineTag)].map(([, tag = '']) => tag),
  )
  return distinct([...tags, ...found.filter((tag) => !/^[\da-f]{3,8}$/iu.test(tag))])
}

/** Logseq writes `title:: …` on the first lines, which stay part of the text. */
function readProperties(text: string): FrontMatter {
  const fields = new Map<string, string>()
  for (const line of linesOf(text)) {
    const [, name = '', value = ''] = logseq.exec(line.text) ?? []
    if (name === '') break
    fields.set(name.toLowerCase(), value.trim())
  }
  const title = fields.get('title')
  return { end: 0, title: title || undefined, tags: tagsIn(fields.get('tags')), blocks: [] }
}

async function fieldsOfYaml(body: string): Promise<ReadonlyMap<string, unknown>> {
  // With the first note that has some.
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(body, { logLevel: 'silent', schema: 'core' })
    if (typeof value === 'object' && value !== null)
      return new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]))
  } catch {
    // People write what is no YAML; a title on a line of its own can still be read.
  }
  return fieldsOfToml(body)
}

/** Fields of one line each. */
function fieldsOfToml(body: string): ReadonlyMap<string, string> {
  const lines = body.matchAll(/^([\w-]{1,60})[^\S\n]*[:=][^\S\n]*(\S.*)$/gmu)
  return new Map(
    [...lines].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/u, '$2')]),
  )
}

function fieldBlocks(text: string, from: number, to: number): Block[] {
  const blocks: Block[] = []
  let open: number | undefined
  const close = (end: number): void => {
    const span = open === undefined ? undefined : trimSpan(text, open, end)
    const [, name = ''] = span ? (field.exec(text.slice(span.start, span.end)) ?? []) : []
    const isEmpty =
      span === undefined || /[:=]\s*(?:\[\s*\]|["']{2})?$/u.test(text.slice(span.start, span.end).slice(0, 80))
    if (span && !isEmpty && !settings.test(name)) blocks.push({ kind: 'front_matter', ...span, heading_path: [] })
    open = undefined
  }
  for (const line of linesOf(text.slice(from, to))) {
    if (!field.test(line.text)) continue
    close(from + line.start)
    open = from + line.start
  }
  close(to)
  return blocks
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** A list, or words between commas or blanks, each perhaps with `#` or double brackets. */
function tagsIn(value: unknown): string[] {
  const written = Array.isArray(value)
    ? value.map(textOf)
    : textOf(value)
        .replace(/^\[(?!\[)|(?<!\])\]$/gu, '')
        .split(/[,，]|\s(?=#)/u)
  return distinct(written.map((tag) => tag.replace(/^["'#\s]+|["'\s]+$|\[\[|\]\]/gu, '').trim()))
}

function distinct(tags: readonly string[]): string[] {
  const fit = tags.filter((tag) => tag !== '' && tag.length <= most.tagLength)
  return [...new Set(fit)].slice(0, most.tags)
}
