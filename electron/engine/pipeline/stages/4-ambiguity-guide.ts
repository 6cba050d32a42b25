import type { Reading } from '@shared/events'
import { fillIn, type Note, note } from '@shared/note'
import { detectLanguage } from '@engine/text/language'
import {
  answerLanguage,
  type Clarification,
  type Intent,
  type IntentParse,
  type Memory,
  type PipelineRooms,
  type TurnRequest,
  type UnderstoodQuestion,
} from '../turn'
import { bestIntents, uncertaintyOf } from '../intent/intent-ranking'
import { documentsFitting, isOneTitle, type Place, placesOf } from '../intent/library-places'
import { isSentence, topicPhraseOf } from '../intent/topic-phrase'
import { namedThings } from '../intent/intent-features'
import { spansLibrary } from '../intent/overview-intent'
import { formOf } from '@engine/question/asked-question'
import { answerWords, readingOf } from '../wording/answer-words'
import { respell } from '../rewrite/correct-spelling'
import { inTime, type StageOutcome } from '../stage'
import { asTitle, asTopic } from '../suggest/follow-up'
import { mayBeWritten } from '../writing/writer'
import { missingOf } from '../tool-calls/choose-tools'

const maxReadings = 4
/** The last reading is what all documents say, so that nobody has to choose one. */
const maxPlaces = maxReadings - 1
/** Less than the stage's budget; without places there are still general readings. */
const placesMs = 60
/** By this much a kind must stand out from the least likely one to be worth offering. */
const minOffered = 0.15

/** Topics about Cairn that a reading may offer; greetings and thanks are never offered. */
const offeredTopics = ['identity', 'help', 'library'] as const

interface Unsure {
  readonly reason: Note
  readonly text: string
  readonly ranked: readonly Intent[]
}

/**
 * Shortcut A: asks back where the best reading is weak, its lead is small, or a pronoun points at nothing. Not twice in
 * a row, not where the user insists, nor about a noun that is the title of one document.
 */
export async function guideAmbiguity(
  { request, memory, rewrite, intent }: UnderstoodQuestion & { readonly intent: IntentParse },
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<StageOutcome<Clarification | null>> {
  // "What is all this about?" points at the library.
  const isOverview =
    (spansLibrary(request, rooms) && formOf(rewrite.asked, 'overview')) ||
    formOf(rewrite.asked, 'document')?.isExplicit === true
  const unresolved = isOverview ? null : rewrite.unresolved
  // "How does this work?" is about Cairn, whatever "this" was.
  const isAboutCairn = bestIntents(intent).every(({ kind }) => kind === 'SYSTEM')
  const lost = unresolved !== null && !isAboutCairn ? note('refers_to_nothing', { word: unresolved }) : null
  // Words that were too few became a whole question when the conversation explained them.
  const asked = respell(request.question, rewrite.respelled ?? []).trim()
  const isExplained = memory.history.length > 0 && rewrite.asked.text.trim() !== asked
  const unsure = lost || isExplained ? null : firstUnsure(intent)
  const missing = missingOf(intent)
  if (missing) return askForValue(missing, request, memory)
  const reason = lost ?? unsure?.reason
  if (!reason || canBeRead({ request, memory, unsure }, rooms)) return { value: null, summary: [note('clear')] }
  if (!rooms.settings().ask_back) return { value: null, summary: [note('asking_back_off')] }
  const isInsisted = request.searchAnyway || justAsked(request.question, memory)
  if (isInsisted) return { value: null, summary: [note('searching_anyway')] }
  const words = answerWords[answerLanguage(request)].clarify
  if (!unsure) {
    const surface = unresolved ?? ''
    const readings = await readingsByDocument(request, surface, rooms, signal)
    const message = readings.length > 0 ? words.unresolved_readings : words.unresolved
    return { value: { reason, message: fillIn(message, { word: surface }), readings }, summary: [reason] }
  }
  const readings = await readingsOf(unsure, request, rooms, signal)
  if (!readings) return { value: null, summary: [note('clear')] }
  const message = readings.length > 0 ? words.vague : words.too_little
  return { value: { reason, message, readings }, summary: [reason] }
}

/** Asks for the one value that a tool lacks, once: after that the documents are asked. */
function askForValue(
  { tool, ask, argument, choices }: NonNullable<ReturnType<typeof missingOf>>,
  request: TurnRequest,
  memory: Memory,
): StageOutcome<Clarification | null> {
  if (request.searchAnyway || justAsked(request.question, memory)) {
    return { value: null, summary: [note('searching_anyway')] }
  }
  const reason = note('tool_needs', { argument, tool })
  return { value: { reason, message: ask, readings: choices.slice(0, maxReadings) }, summary: [reason] }
}

/** A language model that reads the conversation, or passages about what is named, need not ask back. */
function canBeRead(
  { request, memory, unsure }: Pick<UnderstoodQuestion, 'request' | 'memory'> & { readonly unsure: Unsure | null },
  rooms: Pick<PipelineRooms, 'models'>,
): boolean {
  if (!mayBeWritten(request, rooms)) return false
  return memory.history.length > 0 || (unsure !== null && namedThings(topicPhraseOf(unsure.text)) > 0)
}

function firstUnsure({ parts }: IntentParse): Unsure | null {
  for (const { text, ranked } of parts) {
    const reason = uncertaintyOf(ranked)
    if (reason) return { reason, text, ranked }
  }
  return null
}

function justAsked(question: string, memory: Memory): boolean {
  const last = memory.history.at(-1)
  return last !== undefined && last.wasClarification && last.question.trim() === question.trim()
}

/** What could be meant; null where the words are enough after all. */
async function readingsOf(
  { text, ranked }: Unsure,
  request: TurnRequest,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<Reading[] | null> {
  const language = answerLanguage(request)
  const least = Math.min(...ranked.map(({ confidence }) => confidence))
  const aboutCairn = ranked.flatMap(({ kind, topic, confidence }) => {
    const known = kind === 'SYSTEM' && confidence - least >= minOffered && offeredTopics.find((one) => one === topic)
    return known ? [readingOf(known, {}, language)] : []
  })
  const subject = topicPhraseOf(text)
  if (namedThings(subject) === 0) {
    const titles = rooms.library.documents().map(({ title }) => asTitle(title))
    return [...new Set(titles)]
      .filter(Boolean)
      .slice(0, maxReadings)
      .map((title) => readingOf('document', { title }, language))
  }
  if (!isSentence(text) && isOneTitle(subject, rooms.library)) return null
  const places = await placesWithin(subject, request, rooms, signal)
  if (isSentence(text)) {
    const titles = [...new Set(places.map(({ title }) => title))]
    const readings = [...aboutCairn, ...titles.map((title) => readingOf('within', { title, question: text }, language))]
    return readings.length > 0 ? readings.slice(0, maxReadings) : null
  }
  const wordings = places.map(({ title, heading, isNamed }) => {
    const kind = heading === '' ? 'about' : isNamed ? 'about_topic' : 'about_under'
    return readingOf(kind, { subject, title, heading, topic: asTopic(heading) }, language)
  })
  if (places.length === 0) wordings.push(readingOf('meaning', { subject }, language))
  const concrete = [...aboutCairn, ...wordings].slice(0, maxPlaces)
  return [...concrete, readingOf('everything', { subject }, language)]
}

async function placesWithin(
  subject: string,
  request: TurnRequest,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<Place[]> {
  const find = (inner: AbortSignal) => placesOf(subject, rooms.resolveFilter(request.filter), rooms, inner)
  return inTime(find, placesMs, [], signal)
}

/** The question about each document that fits the rest of it best; of equals, those in its language, then the newest. */
async function readingsByDocument(
  request: TurnRequest,
  surface: string,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<Reading[]> {
  const { question } = request
  const at = wordAt(question, surface)
  const [before, after] = [question.slice(0, at), question.slice(at + surface.length)]
  const filter = rooms.resolveFilter(request.filter)
  const fits = await inTime(
    (inner) => documentsFitting(`${before} ${after}`, filter, rooms, inner),
    placesMs,
    new Map<string, number>(),
    signal,
  )
  const fitOf = ({ id }: { readonly id: string }) => fits.get(id) ?? 0
  const language = answerLanguage(request)
  const isForeign = ({ title }: { readonly title: string }) => Number(detectLanguage(title) !== language)
  return rooms.library
    .documents()
    .filter((document) => fits.size < 2 || fitOf(document) > 0)
    .toSorted((a, b) => fitOf(b) - fitOf(a) || isForeign(a) - isForeign(b))
    .slice(0, maxReadings)
    .map(({ title }) => ({ label: title, question: `${before}“${asTitle(title)}”${after}` }))
}

/** Where a word stands in a question: "it" is not to be found inside "unit". */
function wordAt(question: string, word: string): number {
  const isEdge = (at: number) => !/[A-Za-z]{2}/u.test(question.slice(Math.max(0, at - 1), at + 1))
  for (let at = question.indexOf(word); at !== -1; at = question.indexOf(word, at + 1)) {
    if (isEdge(at) && isEdge(at + word.length)) return at
  }
  return Math.max(0, question.indexOf(word))
}
