import type { BlockDecision, ContextBlock, ModelUsage, ToolCall } from '@shared/session/session-context'
import type { SecondOpinion } from '@shared/session/second-opinion'
import type { TurnContext } from '@shared/session/turn-context'
import { fitColumns, tableLines } from '../../print/align-columns'
import { exitCode, type Command } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { chosenSession, chosenTurn } from './session-choice'
import type { Say } from '../../words/terminal-words'

const nameColumns = 32

export const turnContext: Command = {
  name: 'context',
  usage: '<session> [--turn id] [--json]',
  about: 'aboutContext',
  options: ['turn', 'json'],
  needs: 'whatSession',
  maxOperands: 1,
  async run(context) {
    const { out, say } = context
    const id = chosenSession(context, 'context')
    const client = await context.client()
    const turn = await chosenTurn(context, client, id)
    if (turn === undefined) return exitCode.failed
    const found = await client.sessions.context({ id, turn_id: turn })
    if (printedAsJson(context, found)) return exitCode.fine
    const parts = [
      blockLines(found, say),
      toolLines(found.tool_calls, say),
      modelLines(found.model_usage, say),
      opinionLines(found.second_opinion, say),
    ]
    for (const [at, lines] of parts.filter((part) => part.length > 0).entries()) {
      if (at > 0) out.line()
      for (const line of lines) out.line(line)
    }
    return exitCode.fine
  },
}

function opinionLines(opinion: SecondOpinion | undefined, say: Say): string[] {
  if (!opinion) return []
  const lines = opinion.sentences.map(({ sentence, verdict, reason }) =>
    printableLine(`${sentence}. ${say(`opinion_${verdict}`)} · ${reason}`),
  )
  return [printableLine(say('opinion', { model: opinion.model })), ...lines]
}

function blockLines(found: TurnContext, say: Say): string[] {
  if (found.blocks.length === 0) return [say('noBlocks')]
  const head = (['decision', 'type', 'priority', 'tokens', 'block', 'why'] as const).map((word) => say(word))
  const rows = found.blocks.map((block) => [
    say(`action_${actionOf(block)}`),
    say(`block_${block.block_type}`),
    say(`priority_${block.priority}`),
    tokensOf(block),
    fitColumns(nameOf(block, found.evidences), nameColumns),
    whyOf(block, say),
  ])
  const { prompt_tokens: used, token_budget: budget } = found
  const size = used === null || budget === null ? [] : [say('promptTokens', { used, budget })]
  return [...tableLines([head, ...rows], new Set([3])), ...size]
}

/** Records of earlier versions only say why a block was cut. */
function actionOf({ decision, cut_reason: cutReason }: ContextBlock): BlockDecision['action'] {
  return decision?.action ?? (cutReason === undefined ? 'kept' : 'cut')
}

/** The length of a block's text, and the full length where the text was shortened. */
function tokensOf({ token_estimate: tokens, decision }: ContextBlock): string {
  const full = decision?.action === 'shortened' ? decision.full_tokens : undefined
  return [tokens, full].flatMap((count) => count ?? []).join('/')
}

/** The source it quotes, otherwise how it begins. */
function nameOf({ refs = [], content = '' }: ContextBlock, evidences: TurnContext['evidences']): string {
  const id = refs[0]?.evidence_id ?? ''
  const found = Object.hasOwn(evidences, id) ? evidences[id]?.evidence : undefined
  return printableLine(found?.source.name || content.slice(0, 200) || found?.content?.slice(0, 200) || id)
}

function whyOf({ decision, cut_reason: cutReason }: ContextBlock, say: Say): string {
  if (!decision?.reason) return printableLine(cutReason ?? '')
  const { reason, used, budget } = decision
  const isAboutRoom = reason === 'over_budget' || reason === 'must_too_large'
  if (!isAboutRoom || used === undefined || budget === undefined) return say(`reason_${reason}`)
  const left = say('tokensLeft', { left: Math.max(0, budget - used), budget })
  return `${say(`reason_${reason}`)} · ${left}`
}

function toolLines(calls: readonly ToolCall[], say: Say): string[] {
  if (calls.length === 0) return []
  const head = [say('tool'), say('state'), 'ms', say('results')]
  const rows = calls.map((call) => [
    printableLine(call.tool),
    say(`call_${call.status}`),
    call.duration_ms.toFixed(0),
    String(call.result_evidence_ids.length),
  ])
  return tableLines([head, ...rows], new Set([2, 3]))
}

function modelLines(usage: readonly ModelUsage[], say: Say): string[] {
  if (usage.length === 0) return []
  const head = [say('model'), say('task'), say('state'), 'ms', say('tokensRead'), say('tokensWritten')]
  const rows = usage.map((one) => [
    printableLine(`${one.provider}/${one.model}`),
    say(`task_${one.stage}`),
    say(`call_${one.status}`),
    one.latency_ms.toFixed(0),
    String(one.prompt_tokens),
    String(one.completion_tokens),
  ])
  return tableLines([head, ...rows], new Set([3, 4, 5]))
}
