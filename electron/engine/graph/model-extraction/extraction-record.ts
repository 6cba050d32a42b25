import { z } from 'zod'
import { EntityType } from '@shared/graph'
import { jsonIfValid } from '@engine/platform/stored-text'
import { StatedKind } from './requests/extraction-schema'
import type { Mention } from '../share/graph-share'

/** What a model found in one passage. Offsets are 0-based half-open UTF-16 offsets into its text. */
export interface PassageFacts {
  /** As they are written there; the rest refers to them by place. */
  readonly names: readonly Mention[]
  /** In reading order. */
  readonly mentions: readonly (readonly [name: number, start: number, end: number])[]
  /** With the sentence that states it; the whole passage where no sentence holds both names. */
  readonly relations: readonly (readonly [
    source: number,
    kind: StatedKind,
    target: number,
    start: number,
    end: number,
  ])[]
}

/** Raised whenever the same answers would be kept otherwise: documents are then read anew. */
export const extractionVersion = 1

/** A passage that failed so often is not asked about again, until the document or the model is another one. */
export const maxAttempts = 2

/** Which reading of which document the lines behind it are. */
type ReadingHeader = Readonly<Omit<z.infer<typeof Header>, 'version'>>

/** Which passages of a document are read, and which have failed. */
export interface ExtractionRecord extends ReadingHeader {
  /** Passage → what it states. */
  readonly read: ReadonlyMap<number, PassageFacts>
  /** Passage → how often asking about it failed; only those that were never read. */
  readonly failed: ReadonlyMap<number, number>
}

const place = z.number().int().nonnegative()
const Header = z.object({
  version: z.literal(extractionVersion),
  documentId: z.string(),
  revision: z.string(),
  /** Id of the model. */
  model: z.string(),
})
const Read = z
  .object({
    passage: place,
    names: z.array(z.object({ name: z.string(), type: EntityType.optional() })),
    mentions: z.array(z.tuple([place, place, place])),
    relations: z.array(z.tuple([place, StatedKind, place, place, place])),
  })
  .refine(({ names, mentions, relations }) => {
    const places = [...mentions.map(([name]) => name), ...relations.flatMap(([source, , target]) => [source, target])]
    return places.every((name) => name < names.length)
  })
const Failed = z.object({ passage: place, failed: z.string() })

/*
 * A record is lines of JSON that are only ever appended: a header, then one line for each passage. A later header makes those
 * before it void. What a crash cut short is no JSON, and counts as never written.
 */

export function headerLine({ documentId, revision, model }: ReadingHeader): string {
  return line({ version: extractionVersion, documentId, revision, model })
}

/** `discarded`: how many entries of the answer were left out, kept for whoever asks how good a model is. */
export function passageLine(passage: number, facts: PassageFacts, discarded: number): string {
  return line({ passage, ...facts, discarded })
}

/** `code` of the error. */
export function failureLine(passage: number, code: string): string {
  return line({ passage, failed: code })
}

/** What to append behind a record that may end in half a line. */
export function behind(file: string, lines: string): string {
  return file === '' || file.endsWith('\n') ? lines : `\n${lines}`
}

/** Undefined for what holds no reading of this version. */
export function readRecord(file: string): ExtractionRecord | undefined {
  const values = file.split('\n').map(jsonIfValid)
  const from = values.findLastIndex((value) => Header.safeParse(value).success)
  const header = Header.safeParse(values[from]).data
  if (!header) return undefined
  const read = new Map<number, PassageFacts>()
  const failed = new Map<number, number>()
  for (const value of values.slice(from + 1)) {
    const facts = Read.safeParse(value).data
    const failure = Failed.safeParse(value).data
    if (facts && !read.has(facts.passage)) read.set(facts.passage, facts)
    else if (failure) failed.set(failure.passage, (failed.get(failure.passage) ?? 0) + 1)
  }
  for (const passage of read.keys()) failed.delete(passage)
  const { documentId, revision, model } = header
  return { documentId, revision, model, read, failed }
}

/** Whether a passage is not to be asked about (again). */
export function isSettled({ read, failed }: ExtractionRecord, passage: number): boolean {
  return read.has(passage) || (failed.get(passage) ?? 0) >= maxAttempts
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
