import { detectLanguage } from '@engine/text/language'
import type { Published } from '@shared/documents'
import type { ParsedText } from '../parser'
import { partLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { addRecord } from '../tables/records'

/** A work that a bibliography lists. Absent where its file does not say. */
export interface Reference {
  readonly kind?: Published['kind'] | undefined
  readonly title?: string | undefined
  readonly authors?: string | undefined
  readonly editors?: string | undefined
  readonly year?: string | undefined
  /** The journal, book or conference it stands in. */
  readonly container?: string | undefined
  readonly volume?: string | undefined
  readonly issue?: string | undefined
  readonly pages?: string | undefined
  readonly publisher?: string | undefined
  readonly place?: string | undefined
  readonly doi?: string | undefined
  readonly isbn?: string | undefined
  readonly url?: string | undefined
  readonly keywords?: string | undefined
  readonly key?: string | undefined
  /** Names of attached files. */
  readonly files?: string | undefined
  /** Their paths, as they are written. */
  readonly paths?: readonly string[] | undefined
  readonly note?: string | undefined
  readonly abstract?: string | undefined
}

const mostWorks = 20_000

const labels = {
  en: {
    ...{
      title: 'Title',
      authors: 'Authors',
      editors: 'Editors',
      year: 'Year',
      container: 'Published in',
      volume: 'Volume',
    },
    ...{
      issue: 'Issue',
      pages: 'Pages',
      publisher: 'Publisher',
      place: 'Place',
      doi: 'DOI',
      isbn: 'ISBN',
      url: 'Address',
    },
    ...{ keywords: 'Keywords', key: 'Key', files: 'Attached file', note: 'Note' },
  },
  zh: {
    ...{ title: '题名', authors: '作者', editors: '编者', year: '年份', container: '来源', volume: '卷' },
    ...{ issue: '期', pages: '页码', publisher: '出版者', place: '出版地', doi: 'DOI', isbn: 'ISBN', url: '网址' },
    ...{ keywords: '关键词', key: '引用键', files: '附件', note: '备注' },
  },
} as const

/** Writes works one after the other: the title, what is known of it by name, and the abstract. */
export function addReferences(builder: StructureBuilder, references: readonly Reference[]): void {
  const words = references.slice(0, 200).map(({ title = '', authors = '' }) => `${title} ${authors}`)
  const language = detectLanguage(words.join(' '))
  const parts = partLabels(words.join(' '))
  for (const reference of references) {
    if (builder.isFull) return
    const fields = Object.entries(labels[language]).flatMap(([name, label]) => {
      const value = reference[name as keyof (typeof labels)['en']]?.replace(/\s+/gu, ' ').trim()
      return value ? [[label, value] as const] : []
    })
    builder.add('heading', reference.title ?? reference.key ?? '', { level: 1 })
    addRecord(builder, new Map(fields))
    if (reference.abstract) builder.add('paragraph', `${parts.abstract}: ${reference.abstract}`)
  }
}

/** The same with what is known of the works that files belong to. */
export function withWorks({ text, structure }: ParsedText, references: readonly Reference[]): ParsedText {
  const works = references.slice(0, mostWorks).flatMap((reference) => {
    const { paths = [], title, authors, year } = reference
    const files = paths.map((path) => path.trim()).filter((path) => path !== '')
    return files.length > 0
      ? [{ files, title, authors: authors?.split(', ') ?? [], year, published: publishedOf(reference) }]
      : []
  })
  return { text, structure: works.length > 0 ? { ...structure, works } : structure }
}

/** What is known of how it was published; undefined for nothing. */
function publishedOf({ kind, container, volume, issue, pages, publisher, doi }: Reference): Published | undefined {
  const bare = doi?.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/iu, '')
  const known = { kind, container, volume, issue, pages, publisher, doi: bare }
  const said = Object.entries(known).filter(([, value]) => value !== undefined && value !== '')
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

/** The last part of a path of any system. */
export function fileName(path: string): string {
  const name = path.split(/[/\\]/u).at(-1)?.trim() ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // Not an address: the name has a percent sign of its own.
    return name
  }
}
