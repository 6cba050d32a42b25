import type { CairnEvent } from '@shared/events'
import type { Engine } from '@engine/ports/engine-interface'
import type { StandInPrompt } from '../../stand-in/stand-in-prompt'
import type { StandInServer } from '../../stand-in/stand-in-server'
import type { PeopleQuestion } from './people-questions'
import { missingGroups, type PromptFigures, promptFigures } from './prompt-evidence'

/** What a person gets; `fixed` is an answer about Cairn, `failed` a turn without an end or whose searches were too late. */
export type Given = 'answered' | 'refused' | 'asked_back' | 'fixed' | 'failed'

/** What became of one question. */
export interface PeopleOutcome {
  readonly question: PeopleQuestion
  readonly given: Given
  /** The tool whose result is the answer, or part of it; null for none. */
  readonly byTool: string | null
  /** Stages that had to do with less, with what they say of it. */
  readonly degraded: readonly string[]
  /** The prompt that the answer's first token came from; null where no model was asked for an answer. */
  readonly prompt: PromptFigures | null
  /** Groups of the question's key that are not in it; all where there is none. */
  readonly missing: readonly (readonly string[])[]
  /** Prompts for answers, of which those after the first are from wider searches. */
  readonly answerCalls: number
  /** Prompts that should say what the question means. */
  readonly understandingCalls: number
}

/** Asks a question behind those before it, in a chat of its own; reads what the stand-in was sent meanwhile. */
export async function askAsPerson(
  question: PeopleQuestion,
  engine: Engine,
  standIn: StandInServer | null,
): Promise<PeopleOutcome> {
  const session = `people_${question.id.replaceAll(/[^A-Za-z0-9_-]/gu, '_')}`
  for (const before of question.previous) await ask(before, session, engine)
  const from = standIn?.prompts.length ?? 0
  const events = await ask(question.question, session, engine)
  const prompts = standIn?.prompts.slice(from) ?? []
  const answers = prompts.filter(isForAnswer)
  const [first] = answers
  return {
    question,
    given: givenIn(events),
    byTool: toolIn(events),
    degraded: events.flatMap((event) =>
      event.type === 'stage_end' && (event.status === 'degraded' || event.status === 'error')
        ? [`${event.stage} ${event.reason ?? event.status}`]
        : [],
    ),
    prompt: first ? promptFigures(first) : null,
    missing: first ? missingGroups(first, question.key) : question.key,
    answerCalls: answers.length,
    understandingCalls: prompts.filter(({ form }) => form?.name === 'understand').length,
  }
}

/** Answers are the one thing that is wanted as text. */
function isForAnswer({ form }: StandInPrompt): boolean {
  return form === null
}

/** One turn's events. */
export async function ask(question: string, session: string, engine: Engine): Promise<CairnEvent[]> {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, session_id: session })) events.push(event)
  return events
}

function givenIn(events: readonly CairnEvent[]): Given {
  const final = events.find((event) => event.type === 'final')
  if (!final) return 'failed'
  const isLate = events.some(
    (event) => event.type === 'stage_end' && event.reason_notes?.some(({ key }) => key === 'search_failed'),
  )
  if (isLate) return 'failed'
  switch (events.find((event) => event.type === 'shortcut')?.shortcut) {
    case 'A':
      return 'asked_back'
    case 'B':
      return 'fixed'
    case 'C':
      return 'refused'
    default:
      // Stage 8 refuses as well, and cites nothing then.
      return final.refs.length > 0 ? 'answered' : 'refused'
  }
}

function toolIn(events: readonly CairnEvent[]): string | null {
  const items = events.findLast((event) => event.type === 'evidence')?.items ?? []
  return items.find(({ kind }) => kind === 'tool')?.document_id ?? null
}
