import type { SessionContext } from '@shared/session/session-context'
import { type Exchange, exchangesOf } from '../history/conversation'

/** The lists of a session that are divided among its turns, and where each stands. */
export const dividedLists = {
  messages: ['session', 'messages'],
  tasks: ['session', 'task_state', 'todo_list', 'tasks'],
  tool_calls: ['session', 'tool_state', 'tool_calls'],
  model_usage: ['session', 'model_usage'],
  turns: ['session', 'turns'],
  evidences: ['evidences'],
  context_blocks: ['context_blocks'],
} as const

export type DividedList = keyof typeof dividedLists
export const listNames = Object.keys(dividedLists) as DividedList[]

/** An item and its place in the session's list, from 0. */
export interface Placed<T> {
  readonly at: number
  readonly item: T
}

/** What of a session belongs to one turn. */
export interface TurnPart {
  /** Absent in the only part of a session in which nobody asked anything. */
  readonly exchange: Exchange | undefined
  readonly items: { readonly [L in DividedList]: readonly Placed<Lists[L][number]>[] }
}

interface Lists {
  readonly messages: SessionContext['session']['messages']
  readonly tasks: SessionContext['session']['task_state']['todo_list']['tasks']
  readonly tool_calls: NonNullable<SessionContext['session']['tool_state']>['tool_calls']
  readonly model_usage: NonNullable<SessionContext['session']['model_usage']>
  readonly turns: NonNullable<SessionContext['session']['turns']>
  readonly evidences: readonly SessionContext['evidences'][string][]
  readonly context_blocks: SessionContext['context_blocks']
}

/**
 * Divides a session among its turns: by the turn an item names, else by the turn its id begins with, evidence also by
 * the first turn that refers to it. What belongs to no turn goes to the first.
 */
export function divideSession(context: SessionContext): TurnPart[] {
  const { session } = context
  const exchanges = exchangesOf(context)
  const numbers = new Map(exchanges.map(({ id }, at) => [id, at]))
  const items: Lists = {
    messages: session.messages,
    tasks: session.task_state.todo_list.tasks,
    tool_calls: session.tool_state?.tool_calls ?? [],
    model_usage: session.model_usage ?? [],
    turns: session.turns ?? [],
    evidences: Object.values(context.evidences),
    context_blocks: context.context_blocks,
  }
  const owner = (item: { readonly [key: string]: unknown }, id: string) =>
    ownerByName(numbers, item['turn_id']) ?? ownerById(numbers, id)
  const messages = messageOwners(items.messages, numbers)
  const toolCalls = items.tool_calls.map((call) => owner(call, call.tool_call_id) ?? 0)
  const turns = items.turns.map(({ turn_id: id }) => numbers.get(id) ?? 0)
  const blocks = items.context_blocks.map((block) => owner(block, block.block_id) ?? 0)
  const referred = firstReferences(items, { messages, toolCalls, turns, blocks })
  const count = Math.max(1, exchanges.length)
  const divided = {
    messages: divide(items.messages, count, (_, at) => messages[at]),
    tasks: divide(items.tasks, count, (task) => owner(task, task.task_id)),
    tool_calls: divide(items.tool_calls, count, (_, at) => toolCalls[at]),
    model_usage: divide(items.model_usage, count, (usage) => owner(usage, usage.model_usage_id)),
    turns: divide(items.turns, count, (_, at) => turns[at]),
    evidences: divide(
      items.evidences,
      count,
      (evidence) => owner(evidence, evidence.evidence_id) ?? referred.get(evidence.evidence_id),
    ),
    context_blocks: divide(items.context_blocks, count, (_, at) => blocks[at]),
  }
  return Array.from({ length: count }, (_, turn) => ({
    exchange: exchanges[turn],
    items: {
      messages: divided.messages[turn] ?? [],
      tasks: divided.tasks[turn] ?? [],
      tool_calls: divided.tool_calls[turn] ?? [],
      model_usage: divided.model_usage[turn] ?? [],
      turns: divided.turns[turn] ?? [],
      evidences: divided.evidences[turn] ?? [],
      context_blocks: divided.context_blocks[turn] ?? [],
    },
  }))
}

function divide<T>(
  items: readonly T[],
  count: number,
  ownerOf: (item: T, at: number) => number | undefined,
): Placed<T>[][] {
  const parts: Placed<T>[][] = Array.from({ length: count }, () => [])
  for (const [at, item] of items.entries()) parts[ownerOf(item, at) ?? 0]?.push({ at, item })
  return parts
}

function ownerByName(numbers: ReadonlyMap<string, number>, name: unknown): number | undefined {
  return typeof name === 'string' ? numbers.get(name) : undefined
}

/** Ids of a turn's own records are the turn's, a hyphen, and something more. */
function ownerById(numbers: ReadonlyMap<string, number>, id: string): number | undefined {
  for (let end = id.lastIndexOf('-'); end > 0; end = id.lastIndexOf('-', end - 1)) {
    const found = numbers.get(id.slice(0, end))
    if (found !== undefined) return found
  }
  return undefined
}

function messageOwners(messages: Lists['messages'], numbers: ReadonlyMap<string, number>): number[] {
  let latest = 0
  return messages.map((message, at) => {
    if (message.role === 'user') latest = numbers.get(message.turn_id ?? `m${at}`) ?? latest
    return ownerByName(numbers, message.turn_id) ?? latest
  })
}

/** The turn of each record, in the order of the lists. */
interface RecordOwners {
  readonly messages: readonly number[]
  readonly toolCalls: readonly number[]
  readonly turns: readonly number[]
  readonly blocks: readonly number[]
}

function firstReferences(items: Lists, { messages, toolCalls, turns, blocks }: RecordOwners): Map<string, number> {
  const first = new Map<string, number>()
  const note = (id: string, turn: number | undefined) => {
    if (turn !== undefined) first.set(id, Math.min(turn, first.get(id) ?? turn))
  }
  for (const [at, { refs = [] }] of items.messages.entries()) {
    for (const { evidence_id: id } of refs) note(id, messages[at])
  }
  for (const [at, { result_evidence_ids: ids }] of items.tool_calls.entries()) {
    for (const id of ids) note(id, toolCalls[at])
  }
  for (const [at, { evidence }] of items.turns.entries()) {
    for (const { evidence_id: id } of evidence) note(id, turns[at])
  }
  for (const [at, { refs = [] }] of items.context_blocks.entries()) {
    for (const { evidence_id: id } of refs) note(id, blocks[at])
  }
  return first
}
