import type { Passage } from '@engine/retrieval/passage'
import { contentTerms } from '@engine/text/english/stop-words'
import { type Candidate, candidatesOf, standsAlone } from '@engine/answer/sentences/sentence-candidates'

const maxSections = 6
/** A document without headings is divided into as many runs of passages. */
const runs = 5
const minSentences = 5
const maxSentences = 8
const maxOpening = 2
/** What a row of a table or an item says less than a sentence of its own. */
const itemWorth = 0.4
/** A sentence that leans on the one before it reads badly by itself. */
const leaningWorth = 0.6
const leaning =
  /^(?:however|moreover|furthermore|therefore|thus|but|and|so|also|then|it|he|she|they|this|that|these|those|such|his|her|their|its)\b|^(?:但是?|然而|因此|所以|而且|此外|另外|同时|他们?|她们?|它们?|这些?|那些?|其|该|此)/iu
/** Share of a sentence's words that another already said. */
const maxRepeated = 0.5
/** Long sentences hold more of everything; this many words are what they are held against. */
const usualLength = 8

/** The parts of a document by its headings, at the highest level with several; without headings, runs of equal length. */
export function sectionsOf<T extends { readonly heading_path: readonly string[]; readonly text: string }>(
  chunks: readonly T[],
): { readonly title: string; readonly chunks: readonly T[] }[] {
  const deepest = Math.max(0, ...chunks.map(({ heading_path: path }) => path.length))
  const levels = Array.from({ length: deepest }, (_, level) => level)
  const level = levels.find((at) => new Set(chunks.map(({ heading_path: path }) => path[at] ?? '')).size > 1)
  if (level === undefined) return inRuns(chunks).map((own) => ({ title: '', chunks: own }))
  const sections: { title: string; path: string; chunks: T[] }[] = []
  for (const chunk of chunks) {
    const path = chunk.heading_path.slice(0, level + 1).join('\n')
    const last = sections.at(-1)
    if (last?.path === path) last.chunks.push(chunk)
    else sections.push({ title: chunk.heading_path[level] ?? '', path, chunks: [chunk] })
  }
  const [opening] = sections
  // What the document begins with says what it is; of the rest, the longest parts.
  const longestFirst = sections.slice(1).toSorted((a, b) => lengthOf(b.chunks) - lengthOf(a.chunks))
  const kept = new Set([...(opening ? [opening] : []), ...longestFirst.slice(0, maxSections - 1)])
  return sections.filter((section) => kept.has(section))
}

function inRuns<T>(items: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(items.length / runs))
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

function lengthOf(chunks: readonly { readonly text: string }[]): number {
  return chunks.reduce((sum, { text }) => sum + text.length, 0)
}

/**
 * What a document says in four to eight of its own sentences: its opening, and of each part the one that shares most
 * words with the others. `sections` hold places among `passages`.
 */
export function summarise(
  sections: readonly { readonly title: string; readonly passages: readonly number[] }[],
  passages: readonly Passage[],
): { readonly title: string; readonly sentences: readonly Candidate[] }[] {
  const parts = sections.map(({ title, passages: own }) => ({
    title,
    candidates: own.flatMap((at) => sayingOf(at, passages)),
  }))
  const counts = countsOf(parts.flatMap(({ candidates }) => candidates))
  const chosen: Candidate[] = []
  const take = (candidate: Candidate | undefined) => {
    if (candidate && chosen.length < maxSentences) chosen.push(candidate)
  }
  const [first] = parts
  for (const candidate of openingOf(first?.candidates ?? [])) take(candidate)
  for (const { candidates } of parts.slice(1)) take(bestOf(candidates, counts, chosen))
  // Where there are few parts, the weightiest of all that is left.
  const all = parts.flatMap(({ candidates }) => candidates)
  while (chosen.length < minSentences) {
    const next = bestOf(all, counts, chosen)
    if (!next) break
    take(next)
  }
  return parts
    .map(({ title, candidates }) => ({ title, sentences: candidates.filter((one) => chosen.includes(one)) }))
    .filter(({ sentences }) => sentences.length > 0)
}

/** The sentences of a passage that can stand for it. */
function sayingOf(at: number, passages: readonly Passage[]): Candidate[] {
  const passage = passages[at]
  if (!passage) return []
  return candidatesOf([passage])
    .filter(standsAlone)
    .map((candidate) => ({ ...candidate, passage: at }))
}

function openingOf(candidates: readonly Candidate[]): Candidate[] {
  const prose = candidates.filter(({ item }) => !item)
  const [first, second] = prose.length > 0 ? prose : candidates
  return [first, second].flatMap((one) => one ?? []).slice(0, maxOpening)
}

/** In how many sentences each word stands. */
function countsOf(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of candidates) {
    for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return counts
}

function bestOf(
  candidates: readonly Candidate[],
  counts: ReadonlyMap<string, number>,
  chosen: readonly Candidate[],
): Candidate | undefined {
  const said = chosen.map(({ text }) => termsOf(text))
  let best: { candidate: Candidate; worth: number } | undefined
  for (const candidate of candidates) {
    const terms = termsOf(candidate.text)
    if (chosen.includes(candidate) || said.some((other) => repeats(terms, other))) continue
    const worth = worthOf(candidate, terms, counts)
    if (worth > (best?.worth ?? 0)) best = { candidate, worth }
  }
  return best?.candidate
}

/** How central a sentence is: how many others its words stand in. */
function worthOf({ text, item }: Candidate, terms: ReadonlySet<string>, counts: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const term of terms) shared += Math.log(counts.get(term) ?? 1)
  const worth = shared / Math.sqrt(usualLength + terms.size)
  return worth * (item ? itemWorth : 1) * (leaning.test(text) ? leaningWorth : 1)
}

function repeats(terms: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...terms].filter((term) => other.has(term)).length
  return shared > maxRepeated * Math.min(terms.size, other.size)
}

function termsOf(text: string): Set<string> {
  return new Set(contentTerms(text))
}
