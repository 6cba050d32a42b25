import { z } from 'zod'
import { EntityType, RelationKind } from '@shared/graph'
import { jsonIfValid } from '@engine/platform/stored-text'
import {
  type DocumentFacts,
  type GraphShare,
  graphShareVersion,
  type MentionRow,
  type RelationRow,
} from './graph-share'
import { headingKeys, headingWeight } from './document-share'

const Header = z.object({
  version: z.literal(graphShareVersion),
  documentId: z.string(),
  revision: z.string(),
  title: z.string(),
  /** Chunk ids, in reading order. */
  passages: z.array(z.string()),
})

/** Rows of so many columns. There are thousands in a file: a schema for each took twice as long as reading the JSON. */
function rows<Row extends readonly unknown[]>(width: Row['length'], isFit: (row: readonly unknown[]) => boolean) {
  return z.custom<Row[]>(
    (value) => Array.isArray(value) && value.every((row) => Array.isArray(row) && row.length === width && isFit(row)),
  )
}

function isPlace(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

const Links = z.object({
  passages: z.array(
    z.object({
      names: rows<[string, number]>(2, ([key, weight]) => typeof key === 'string' && typeof weight === 'number'),
      terms: z.string(),
    }),
  ),
  aliases: z.array(z.object({ short: z.string(), long: z.string() })),
})
const place = z.number().int().nonnegative()
const Facts = z.object({
  names: z.array(z.object({ name: z.string(), type: EntityType.optional() })),
  mentions: rows<MentionRow>(4, (row) => row.every(isPlace)),
  relations: rows<RelationRow>(6, (row) => row.every(isPlace) && RelationKind.options[row[1] as number] !== undefined),
  definitions: z.array(z.tuple([place, place])),
  worth: z.array(z.number().min(0).max(1)).default([]),
  /** Names in its titles and headings: what the links say that the facts are judged by, too. */
  headings: z.array(z.string()),
})

/** A share as three lines of JSON (header, links, facts), each readable alone. Term hashes are base64 of little-endian uint32. */
export function encodeShare({ links, facts, ...header }: GraphShare): Uint8Array {
  const { passages, aliases } = links
  const packed = passages.map(({ names, terms }) => ({ names, terms: packTerms(terms) }))
  const parts = [
    { ...header, passages: passages.map(({ id }) => id) },
    { passages: packed, aliases },
    { ...facts, headings: [...new Set(headingKeys(passages))] },
  ]
  return new TextEncoder().encode(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
}

/** A share with its links alone; undefined for what is no whole share of this version. */
export function decodeLinks(file: Uint8Array): GraphShare | undefined {
  const found = decode(file, 1, Links)
  if (!found) return undefined
  const { passages: ids, ...header } = found.header
  const passages = found.part.passages.map(({ names, terms }, at) => ({
    id: ids[at] ?? '',
    names,
    terms: unpackTerms(terms),
  }))
  const { aliases } = found.part
  return { ...header, links: { documentId: header.documentId, passages, aliases }, facts: noFacts }
}

/** A share with its facts alone, and the names in headings; undefined as for `decodeLinks`. */
export function decodeFacts(file: Uint8Array): GraphShare | undefined {
  const found = decode(file, 2, Facts)
  if (!found) return undefined
  const { passages: ids, ...header } = found.header
  const { headings, ...facts } = found.part
  // Which passage they stand in is not asked.
  const names = headings.map((key): [string, number] => [key, headingWeight])
  const passages = ids.map((id, at) => ({ id, names: at === 0 ? names : noNames, terms: noTerms }))
  return { ...header, links: { documentId: header.documentId, passages, aliases: [] }, facts }
}

/** One for all, of which there are many. */
const noNames: readonly [string, number][] = []
const noTerms: readonly number[] = []
const noFacts: DocumentFacts = { names: [], mentions: [], relations: [], definitions: [] }

function decode<Part>(file: Uint8Array, line: number, schema: z.ZodType<Part>) {
  const lines = new TextDecoder().decode(file).split('\n')
  // The last line ends as the others do: without that the file is not whole.
  if (lines.length !== 4) return undefined
  const header = Header.safeParse(jsonIfValid(lines[0] ?? '')).data
  const part = schema.safeParse(jsonIfValid(lines[line] ?? '')).data
  return header && part ? { header, part } : undefined
}

/** Numbers lie in memory as they do in the file: Cairn runs on little-endian machines alone. */
function packTerms(terms: ArrayLike<number>): string {
  return Buffer.from(Uint32Array.from(terms).buffer).toString('base64')
}

function unpackTerms(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64')
  const terms = new Uint32Array(bytes.length >> 2)
  new Uint8Array(terms.buffer).set(bytes.subarray(0, terms.byteLength))
  return terms
}
