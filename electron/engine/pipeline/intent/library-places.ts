import type { Chunk } from '@shared/documents'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
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
  const terms = [...new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))]
  const hits = await rooms.index.textSearch({ terms, phrases: [], excluded: [] }, { limit: hitsRead, filter, signal })
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

/**
 * The documents in which most of a question's words, or their translations, stand together, by weight, and how much of
 * them that is, 0 to 1. Empty where the question has no words of its own.
 */
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
  const terms = [...new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))]
  const hits = await rooms.index.textSearch({ terms, phrases: [], excluded: [] }, { limit: hitsRead, filter, signal })
  for (const { chunk, search } of hits) {
    const share = coverage(keyTerms, new Set(search.split(' ')))
    if (share > (fits.get(chunk.doc_id) ?? 0)) fits.set(chunk.doc_id, share)
  }
  return fits
}

function placeOf(chunk: Chunk): Pick<Place, 'title' | 'heading'> {
  const title = asTitle(chunk.title || chunk.doc_name)
  const heading = asTitle(chunk.heading_path.at(-1) ?? '')
  // The first heading of a document usually repeats its title.
  return { title, heading: heading === title ? '' : heading }
}

/** Whether a subject is the title or file name of one document and of no other. */
export function isOneTitle(subject: string, library: LibraryFacts): boolean {
  const wanted = nameTerms(subject)
  const isTitle = (name: string) =>
    spelling(name) === spelling(subject) || (wanted.size > 1 && setsEqual(nameTerms(name), wanted))
  return library.documents().filter(({ title, name }) => isTitle(title) || isTitle(withoutExtension(name))).length === 1
}

function withoutExtension(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,5}$/u, '')
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
  return new Set(analyse(name.replaceAll('_', ' ')).filter((term) => !isStopTerm(term) && !/\d/u.test(term)))
}

function setsEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}
