import { note } from '@shared/note'
import type { ContextBlock } from '@shared/session/session-context'
import type { Passage } from '@engine/retrieval/passage'
import { assembleBlocks, type Candidate } from '@engine/session/context/assemble'
import {
  answerLanguage,
  type Assembled,
  type Basis,
  type PipelineRooms,
  type PromptMode,
  type Retrieved,
  type TurnRequest,
  type QuestionWithEvidence,
  type UnderstoodQuestion,
} from '../turn'
import { promptSizeFor, type PromptReader } from '../writing/prompt-size'
import { isElsewhere, keptPassages, openMemory, openQuestion } from '../writing/kept-back'
import { answerInstructions, instructions, temperatureOf, todayIs } from '../prompts/answer-prompt'
import { overviewWords } from '../forms/overview/overview-words'
import type { StageOutcome } from '../stage'

const tokenBudget = 4000
/** A question about all documents reads a little of each. */
const surveyTokenBudget = 12_000
const summaryTemperature = 0.3
const rememberedTurns = 3
const highlyRanked = 3

export interface PromptParts extends UnderstoodQuestion, QuestionWithEvidence {
  /** The language model that is to read the prompt; null where rules answer. */
  readonly reader: PromptReader | null
}

/** The prompt's blocks and what fits of them, for `reader` or for the record alone. A model too small writes nothing. */
export async function assemblePrompt(
  { request, memory, rewrite, basis, reader }: PromptParts,
  rooms: Pick<PipelineRooms, 'tokens' | 'measureTokens' | 'models' | 'now' | 'settings' | 'isKept'>,
  signal: AbortSignal,
): Promise<StageOutcome<Assembled>> {
  const { now } = rooms
  const { retrieved, ids } = basis
  const leaves = isElsewhere(reader?.model.id, rooms.models)
  const { history, summary } = leaves ? openMemory(memory) : memory
  const keptBack = leaves ? keptPassages(basis, memory, rooms) : new Set<string>()
  if (keptBack.size > 0 && ids.passages.every((id) => keptBack.has(id))) {
    // Nothing is left to write from: rules quote, on this machine.
    const quoted = await assemblePrompt({ request, memory, rewrite, basis, reader: null }, rooms, signal)
    return { ...quoted, value: { ...quoted.value, keptBack: keptBack.size } }
  }
  const asked = leaves ? openQuestion({ request, rewrite }, memory) : rewrite.asked.text
  const make = blockMaker(request.turnId)
  const at = new Date(now()).toISOString()
  const candidates: Candidate[] = [
    make('instruction', 'must', instructionFor(request, retrieved, reader), { relevance: 1 }),
    make('conversation', 'must', asked, { refs: [{ evidence_id: ids.question }], relevance: 1, at }),
    ...(reader ? [make('state', 'must', todayIs(now(), answerLanguage(request)), { relevance: 1 })] : []),
    ...ids.passages.map((id, place) => evidenceBlock(make, id, place, retrieved)),
    // What was excluded is not among the passages; its blocks say so.
    ...(request.choices?.excluded ?? []).map((id) => make('evidence', 'low', '', { refs: [{ evidence_id: id }] })),
    ...history.slice(-rememberedTurns).map(({ question, answer }, place) => {
      // Newer turns are kept before older ones.
      const relevance = (place + 1) / (rememberedTurns + 1)
      return make('conversation', 'medium', `Q: ${question}\nA: ${answer}`, { relevance })
    }),
    ...(summary ? [make('memory', 'low', summary)] : []),
  ]
  const most = retrieved.survey || retrieved.overview ? surveyTokenBudget : tokenBudget
  const texts = candidates.flatMap(({ text }) => text ?? [])
  const measured = { texts, evidence: ids.passages.length, most }
  const { tokens, budget, fits } = await promptSizeFor(reader, measured, rooms, signal)
  const excluded = new Set(request.choices?.excluded)
  const blocks = assembleBlocks(candidates, { budget, tokens, now: now(), excluded, keptBack })
  const included = blocks.filter(({ decision }) => decision?.action !== 'cut')
  const promptTokens = included.reduce((sum, block) => sum + (block.token_estimate ?? 0), 0)
  const value: Assembled = {
    mode: modeOf(request, retrieved, rooms),
    temperature: retrieved.overview ? summaryTemperature : temperatureOf(request.question),
    blocks,
    promptTokens,
    tokenBudget: budget,
    tokenizer: tokens.id,
    writer: fits && reader ? reader.model : null,
    ...(keptBack.size > 0 ? { keptBack: keptBack.size } : {}),
  }
  const counts = { kept: included.length, count: blocks.length, tokens: promptTokens }
  return { value, summary: [note('blocks', counts)] }
}

function instructionFor(request: TurnRequest, { overview }: Retrieved, reader: PromptReader | null): string {
  const language = answerLanguage(request)
  if (!reader) return instructions[language]
  return [answerInstructions[language], ...(overview ? [overviewWords[language].instruction] : [])].join('\n')
}

/** By what is answered from: tools alone, tools and documents, what the knowledge graph chose, or documents. */
function modeOf(
  request: TurnRequest,
  { overview, passages, tools = [], isUnsearched = false }: Retrieved,
  { settings }: Pick<PipelineRooms, 'settings'>,
): PromptMode {
  if (tools.length > 0) return isUnsearched ? 'MCP' : 'HYBRID'
  const isLocal = (request.graph ?? settings().graph) === 'local'
  return overview || (isLocal && passages.some(({ path }) => path !== undefined)) ? 'GRAPH' : 'KB'
}

/** What is used when the stage fails: no prompt is needed to quote evidence. */
export function noPrompt({ tokens }: Pick<PipelineRooms, 'tokens'>): Assembled {
  const nothing = { blocks: [], promptTokens: 0, tokenBudget, tokenizer: tokens.id, writer: null }
  return { mode: 'KB', temperature: 0.1, ...nothing }
}

/** What is left to answer from once the prompt is assembled: the passages whose blocks are in it, as far as they are. */
export function basisWithin(blocks: readonly ContextBlock[], { retrieved, ids }: Basis): Basis {
  if (blocks.length === 0) return { retrieved, ids }
  const kept = new Map<string, number>()
  for (const { block_type: type, decision, refs } of blocks) {
    const [ref] = refs ?? []
    if (type !== 'evidence' || !ref || decision?.action === 'cut') continue
    kept.set(ref.evidence_id, decision?.action === 'shortened' ? lengthIn(ref.selector) : Infinity)
  }
  const passages: Passage[] = []
  const passageIds: string[] = []
  for (const [at, passage] of retrieved.passages.entries()) {
    const id = ids.passages[at] ?? ''
    const length = kept.get(id)
    if (length === undefined) continue
    passageIds.push(id)
    passages.push(
      length < passage.text.length
        ? { ...passage, text: passage.text.slice(0, length), end: passage.start + length }
        : passage,
    )
  }
  const pinned = Math.min(retrieved.pinned, passages.length)
  const near = retrieved.passages.slice(0, retrieved.near).filter((_, at) => kept.has(ids.passages[at] ?? '')).length
  return { retrieved: { ...retrieved, passages, pinned, near }, ids: { ...ids, passages: passageIds } }
}

/** Assembly shortens from the end: `chars:0-<length>`. */
function lengthIn(selector: string | undefined): number {
  return Number(/^chars:0-(\d+)$/u.exec(selector ?? '')?.[1] ?? Infinity)
}

type Make = ReturnType<typeof blockMaker>

function evidenceBlock(make: Make, id: string, place: number, { passages, pinned }: Retrieved): Candidate {
  const passage = passages[place]
  const more = { refs: [{ evidence_id: id }], relevance: Math.min(1, Math.max(0, passage?.score ?? 0)) }
  const text = passage?.text ?? ''
  if (place >= pinned) return make('evidence', place < pinned + highlyRanked ? 'high' : 'medium', text, more)
  return make('evidence', 'must', text, { ...more, decision: { action: 'kept', reason: 'pinned' } })
}

/** Evidence blocks refer to their evidence instead of repeating its text. */
function blockMaker(turnId: string) {
  let count = 0
  return (
    type: ContextBlock['block_type'],
    priority: ContextBlock['priority'],
    text: string,
    more: Partial<ContextBlock> = {},
  ): Candidate => ({
    block: {
      block_id: `${turnId}-${String(count++).padStart(3, '0')}`,
      block_type: type,
      priority,
      turn_id: turnId,
      ...(type === 'evidence' ? {} : { content: text }),
      ...more,
    },
    text,
  })
}
