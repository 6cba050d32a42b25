import { type Intent, type IntentParse, type SystemTopic, systemTopics } from '../turn'
import { type Note, note } from '@shared/note'

/** The best reading of each part, the least sure first: it decides how unsure the whole is. */
export function bestIntents(parse: IntentParse): Intent[] {
  return parse.parts.flatMap(({ ranked }) => ranked.slice(0, 1)).toSorted((a, b) => a.confidence - b.confidence)
}

const minConfidence = 0.7
const minLead = 0.15

/** Why a ranking is too unsure to act on: shortcut A's two thresholds. Null where it is sure. */
export function uncertaintyOf(ranked: readonly Intent[]): Note | null {
  const [best, second] = ranked
  if (!best) return null
  const { confidence } = best
  if (confidence < minConfidence) {
    return note('unsure', { confidence: confidence.toFixed(2), least: minConfidence })
  }
  const lead = confidence - (second?.confidence ?? 0)
  return lead < minLead ? note('close_call', { lead: lead.toFixed(2), least: minLead }) : null
}

/** What an intent is about, for a person. */
export function topicNote({ kind, topic }: Intent): Note {
  if (kind === 'TOOL') return note('topic_tool', { name: topic })
  const known = kind === 'SYSTEM' ? systemTopics.find((one) => one === topic) : undefined
  return known ? systemNote(known) : note('topic_documents')
}

/** One of the things Cairn knows about itself. */
export function systemNote(topic: SystemTopic): Note {
  return note(`topic_${topic}`)
}
