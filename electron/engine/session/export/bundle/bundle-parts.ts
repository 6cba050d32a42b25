import { z } from 'zod'
import { Notebook } from '@shared/research/notebook-shapes'
import { ResearchRun } from '@shared/research/research-run'
import { escapeHtml } from '../pages/html-text'
import { canonicalJson } from './canonical-json'

const folders = { research: 'research', notebook: 'notebooks' } as const

/** Research or a notebook, as a bundle holds it beside sessions. */
export interface BundlePart {
  readonly kind: keyof typeof folders
  /** A file name in itself: `r_` or `n_`, and letters, digits or hyphens. */
  readonly id: string
  readonly title: string
  /** As a page that opens offline. */
  readonly page: string
  /** All of it. */
  readonly data: object
}

/** What a bundle holds beside sessions. */
export interface BundleParts {
  /** Research that was begun from a session. */
  of(sessionId: string): Promise<readonly BundlePart[]>
  /** What belongs to none of these sessions, for a bundle of everything; absent for other bundles. */
  readonly others?: ((sessionIds: ReadonlySet<string>) => Promise<readonly BundlePart[]>) | undefined
}

/** A part as it is read back. */
export type ReadPart =
  { readonly kind: 'research'; readonly whole: ResearchRun } | { readonly kind: 'notebook'; readonly whole: Notebook }

/** The names of a part's files in a bundle: its page, and all of it. */
export function namesOfPart({ kind, id }: Pick<BundlePart, 'kind' | 'id'>): [page: string, data: string] {
  return [`${folders[kind]}/${id}.html`, `${folders[kind]}/${id}.json`]
}

/** The files of a part in a bundle, by name. */
export function filesOfPart(part: BundlePart): [name: string, text: string][] {
  const [page, data] = namesOfPart(part)
  return [
    [page, part.page],
    [data, canonicalJson(part.data)],
  ]
}

/** The links to parts, for the list of a bundle; empty where there are none. */
export function partLinks(parts: readonly Pick<BundlePart, 'kind' | 'id' | 'title'>[]): string {
  if (parts.length === 0) return ''
  const items = parts.map(({ kind, id, title }) => {
    const [page] = namesOfPart({ kind, id })
    return `<li><a href="${page}"><bdi>${escapeHtml(title.trim() || id)}</bdi></a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** Whether a file of a bundle has all of a part in it, by its name. */
export function isPartName(name: string): boolean {
  return partOfName(name) !== null
}

/** Reads all of a part from the text of its file. Throws what is wrong with it, as a clause. */
export function readPart(name: string, text: string): ReadPart {
  const named = partOfName(name)
  if (!named) throw new Error(`${name} holds no part of a bundle.`)
  const { kind, id } = named
  const value: unknown = JSON.parse(text)
  const part: ReadPart =
    kind === 'research'
      ? { kind, whole: ResearchRun.parse(value) }
      : { kind, whole: Notebook.extend({ id: z.literal(id) }).parse(value) }
  if (part.kind === 'research' && part.whole.header.id !== id) throw new Error(`it holds another one`)
  return part
}

function partOfName(name: string): { readonly kind: BundlePart['kind']; readonly id: string } | null {
  const [, folder, id] = /^(research|notebooks)\/(.+)\.json$/u.exec(name) ?? []
  return id === undefined ? null : { kind: folder === 'research' ? 'research' : 'notebook', id }
}
