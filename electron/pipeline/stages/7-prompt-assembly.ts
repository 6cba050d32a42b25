import { note } from '@shared/note'
import type { ContextBlock } from '@shared/session-context'
import { assembleBlocks } from '../../session/assemble'
import { estimateTokens } from '../../text/token-count'
import { answerLanguage } from '../answer-language'
import { instructions, temperatureOf } from '../prompts/instruction'
import type { StageOutcome } from '../stage'
import type { Assembled, EvidenceIds, Memory, PastTurn, Retrieved, Rewrite, TurnRequest } from '../turn'

const tokenBudget = 4000
const rememberedTurns = 3

/** Builds the context blocks of the prompt and decides what fits: the record of what a model would read. */
export function assemblePrompt(
  request: TurnRequest,
  memory: Memory,
  rewrite: Rewrite,
  retrieved: Retrieved,
  ids: EvidenceIds,
): StageOutcome<Assembled> {
  const make = blockMaker(request.turnId)
  const candidates: ContextBlock[] = [
    make('instruction', 'must', instructions[answerLanguage(request)]),
    make('conversation', 'must', rewrite.standalone, [{ evidence_id: ids.question }]),
    ...ids.passages.map((id, at) =>
      make('evidence', at < 3 ? 'high' : 'medium', retrieved.passages[at]?.text ?? '', [{ evidence_id: id }]),
    ),
    ...memory.history.slice(-rememberedTurns).map((turn) => make('conversation', 'medium', conversation(turn))),
    ...(memory.summary ? [make('memory', 'low', memory.summary)] : []),
  ]
  const blocks = assembleBlocks(candidates, tokenBudget)
  const included = blocks.filter((block) => block.cut_reason === undefined)
  const promptTokens = included.reduce((sum, block) => sum + (block.token_estimate ?? 0), 0)
  const value: Assembled = { mode: 'KB', temperature: temperatureOf(request.question, 'KB'), blocks, promptTokens }
  const counts = { kept: included.length, count: blocks.length, tokens: promptTokens }
  return { value, summary: [note('blocks', counts)] }
}

/** What is used when the stage fails: no prompt is needed to quote evidence. */
export const noPrompt: Assembled = { mode: 'KB', temperature: 0.1, blocks: [], promptTokens: 0 }

/** Evidence blocks refer to their evidence instead of repeating its text; the estimate is of that text. */
function blockMaker(turnId: string) {
  let count = 0
  return (
    type: ContextBlock['block_type'],
    priority: ContextBlock['priority'],
    content: string,
    refs?: ContextBlock['refs'],
  ): ContextBlock => ({
    block_id: `${turnId}-${count++}`,
    block_type: type,
    priority,
    token_estimate: estimateTokens(content),
    turn_id: turnId,
    ...(type === 'evidence' ? {} : { content }),
    ...(refs ? { refs } : {}),
  })
}

function conversation({ question, answer }: PastTurn): string {
  return `Q: ${question}\nA: ${answer}`
}
