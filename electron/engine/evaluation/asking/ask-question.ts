import type { EvaluationAnswer, QuestionResult } from '@shared/evaluation/evaluation-run'
import type { EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import { CairnError, toCairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { type ToolRun, withRun } from '@shared/tools/tool-run'
import { checkAnswer } from './check-answer'

/** Asks one question in a conversation; the events of its turn. */
export type Ask = (question: string, conversation: string, signal?: AbortSignal) => AsyncIterable<CairnEvent>

/**
 * Asks a question of a set, behind those that come before it, and holds its answer against what is expected. A failure of the turn
 * is part of the result. Throws CANCELLED alone.
 */
export async function askQuestion(
  question: EvaluationQuestion,
  conversation: string,
  ask: Ask,
  signal?: AbortSignal,
): Promise<QuestionResult> {
  try {
    for (const before of question.previous) await answerOf(ask(before, conversation, signal))
    const answer = await answerOf(ask(question.question, conversation, signal))
    return { question, answer, ...checkAnswer(question, answer), error: null }
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code === 'CANCELLED') throw error
    const checks = [{ check: 'outcome' as const, faults: [{ fault: 'failed' as const, values: {} }] }]
    return { question, answer: null, checks, passed: false, led: false, error: error.report() }
  }
}

/** What a turn came to. Throws the error it ended with. */
async function answerOf(events: AsyncIterable<CairnEvent>): Promise<EvaluationAnswer> {
  const answer: EvaluationAnswer = {
    response: '',
    refs: [],
    evidence: [],
    outcome: null,
    shortcut: null,
    uncited: 0,
    tools: [],
    stages: [],
    model: null,
    ms: 0,
  }
  let runs: readonly ToolRun[] = []
  for await (const event of events) {
    if (event.type === 'error') throw new CairnError(event.error.code, event.error.message, event.error.action)
    if (event.type === 'cancelled') throw new CairnError('CANCELLED', 'Cancelled.')
    if (event.type === 'tool') runs = withRun(runs, event.run)
    else take(event, answer)
  }
  return { ...answer, tools: runs.map(toolOf) }
}

/** An answer that is made once more wider says its evidence and its verdicts again; the last ones count. */
function take(event: CairnEvent, answer: EvaluationAnswer): void {
  switch (event.type) {
    case 'shortcut':
      answer.shortcut ??= event.shortcut
      return
    case 'stage_end':
      answer.stages.push({ stage: event.stage, ms: event.ms, status: event.status })
      return
    case 'evidence':
      answer.evidence.push(...event.items)
      return
    case 'critic':
      answer.uncited = event.sentences.filter(({ verdict }) => verdict === 'uncited').length
      return
    case 'final':
      answer.response = event.response
      answer.refs = event.refs
      answer.outcome = event.outcome ?? null
      answer.model = event.model ?? null
      answer.ms = event.total_ms
      return
    default:
  }
}

function toolOf({ tool, server, title, state, text, error }: ToolRun): EvaluationAnswer['tools'][number] {
  return { tool, server: server ?? null, title, state, text: text ?? error?.message ?? '' }
}
