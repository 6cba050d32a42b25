import type { Chunk } from '@shared/documents'
import type { ChunkFilter, ChunkHit } from '@engine/ports/storage/chunk-index'
import { coverage, type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { contentTerms, isStopTerm } from '@engine/text/english/stop-words'
import { asTitle } from '../suggest/follow-up'
import type { LibraryFacts, PipelineRooms } from '../turn'

/** A document, and where in it, that speaks of a subject. Both can stand between quotation marks. */
export interface Place {
  readonly title: string
  /** Empty where the document has no headings there. */
  readonly heading: string
  /** Whether the heading itself names the subject. */
  readonly isNamed: boolean
}

const hitsRead = 40

/** Where every word of the subject, or its translation, is found: one place a document first, then further headings. */
export async function placesOf(
  subject: string,
  filter: ChunkFilter | undefined,
  rooms: Pick<PipelineRooms, 'index' | 'terms'>,
  signal: AbortSignal,
): Promise<Place[]> {
  const keyTerms = keyTermsOf(subject, rooms.terms, rooms.index.statistics)
  const hits = await hitsOf(keyTerms, filter, rooms, signal)
  const isAbout = (found: readonly string[]) => coverage(keyTerms, new Set(found)) > 0.99
  const found = hits
    .filter(({ search }) => isAbout(search.split(' ')))
    .map(({ chunk }) => {
      const place = placeOf(chunk)
      return { ...place, id: chunk.doc_id, isNamed: isAbout(analyse(place.heading)) }
    })
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
  const firsts: Place[] = []
  const others: Place[] = []
  const seen = new Set<string>()
  for (const { id, ...place } of found) {
    const key = `${id} ${place.heading}`
    if (place.title === '' || seen.has(key)) continue
    ;(seen.has(id) ? others : firsts).push(place)
    seen.add(id).add(key)
  }
  return [...firsts, ...others]
}

/** The documents that hold a question's words or translations together, and the share of their weight, 0 to 1. */
export async function documentsFitting(
  question: string,
  filter: ChunkFilter | undefined,
  rooms: Pick<PipelineRooms, 'index' | 'terms'>,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const all = keyTermsOf(question, rooms.terms, rooms.index.statistics)
  const keyTerms = all.filter(({ alternatives }) => !alternatives.flat().every((term) => isStopTerm(term)))
  const fits = new Map<string, number>()
  if (keyTerms.length === 0) return fits
  for (const { chunk, search } of await hitsOf(keyTerms, filter, rooms, signal)) {
    const share = coverage(keyTerms, new Set(search.split(' ')))
    if (share > (fits.get(chunk.doc_id) ?? 0)) fits.set(chunk.doc_id, share)
  }
  return fits
}

function hitsOf(
  keyTerms: readonly KeyTerm[],
  filter: ChunkFilter | undefined,
  { index }: Pick<PipelineRooms, 'index'>,
  signal: AbortSignal,
): Promise<ChunkHit[]> {
  const terms = [...new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))]
  return index.textSearch({ terms, phrases: [], excluded: [] }, { limit: hitsRead, filter, signal })
}

function placeOf(chunk: Chunk): Pick<Place, 'title' | 'heading'> {
  const title = asTitle(chunk.title || chunk.doc_name)
  const heading = asTitle(chunk.heading_path.at(-1) ?? '')
  // The first heading of a document usually repeats its title.
  return { title, heading: heading === title ? '' : heading }
}

const extension = /\.[A-Za-z0-9]{1,5}$/u

/** Whether a subject is the title or file name of one document and of no other. */
export function isOneTitle(subject: string, library: LibraryFacts): boolean {
  const wanted = nameTerms(subject)
  const isTitle = (name: string) =>
    spelling(name) === spelling(subject) || (wanted.size > 1 && setsEqual(nameTerms(name), wanted))
  return (
    library.documents().filter(({ title, name }) => isTitle(title) || isTitle(name.replace(extension, ''))).length === 1
  )
}

function spelling(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
}

/** What tells a title apart; a year does not have to be given. */
function nameTerms(name: string): Set<string> {
  return new Set(contentTerms(name.replaceAll('_', ' ')).filter((term) => !/\d/u.test(term)))
}

function setsEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}
