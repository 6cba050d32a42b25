import { type Note, note } from '@shared/note'
import { answerLanguage } from '../answer-language'
import { bestIntents } from '../intent/best-intents'
import { clarifications } from '../prompts/clarify'
import type { StageOutcome } from '../stage'
import type { Clarification, IntentParse, Memory, PipelineRooms, Rewrite, TurnRequest } from '../turn'

const leastConfidence = 0.7
const leastLead = 0.15
const mostReadings = 4

/**
 * Shortcut A: asks back when the best reading is weak or its lead is small, or when a pronoun points at nothing. Never
 * twice in a row for the same question, and never when the user said to search anyway.
 */
export function guideAmbiguity(
  request: TurnRequest,
  memory: Memory,
  rewrite: Rewrite,
  intent: IntentParse,
  rooms: PipelineRooms,
): StageOutcome<Clarification | null> {
  const reason = whyUnsure(rewrite, intent)
  if (!reason) return { value: null, summary: [note('clear')] }
  if (!rooms.settings().ask_back) return { value: null, summary: [note('asking_back_off')] }
  const isInsisted = request.searchAnyway || justAsked(request.question, memory)
  if (isInsisted) return { value: null, summary: [note('searching_anyway')] }
  const language = answerLanguage(request)
  const words = clarifications[language]
  const readings = rewrite.unresolved
    ? readingsByDocument(request.question, rewrite.unresolved, rooms)
    : words.readings(request.question.trim().replace(/[?？!！。.]+$/u, '')).slice(0, mostReadings)
  const message = rewrite.unresolved ? words.unresolved(rewrite.unresolved, readings.length > 0) : words.vague
  return { value: { reason, message, readings }, summary: [reason] }
}

function whyUnsure(rewrite: Rewrite, intent: IntentParse): Note | null {
  // "How does this work?" is about Cairn, whatever "this" was.
  if (bestIntents(intent).every(({ kind }) => kind === 'SYSTEM')) return null
  if (rewrite.unresolved) return note('refers_to_nothing', { word: rewrite.unresolved })
  for (const { ranked } of intent.parts) {
    const [best, second] = ranked
    if (!best) continue
    const { confidence } = best
    if (confidence < leastConfidence) {
      return note('unsure', { confidence: confidence.toFixed(2), least: leastConfidence })
    }
    const lead = confidence - (second?.confidence ?? 0)
    if (lead < leastLead) return note('close_call', { lead: lead.toFixed(2), least: leastLead })
  }
  return null
}

function justAsked(question: string, memory: Memory): boolean {
  const last = memory.history.at(-1)
  return last !== undefined && last.askedBack && last.question.trim() === question.trim()
}

/** "How much does it cost?" about each of the newest documents: the likeliest things to be meant. */
function readingsByDocument(question: string, surface: string, rooms: PipelineRooms): Clarification['readings'] {
  return rooms.library
    .documents()
    .slice(0, mostReadings)
    .map(({ title }) => ({ label: title, question: question.replace(surface, () => `“${title}”`) }))
}
