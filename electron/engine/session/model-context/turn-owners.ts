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
  /** Absent in the single part of a session without questions. */
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
  const lists: Lists = {
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
  const named = {
    messages: messageOwners(lists.messages, numbers),
    tasks: lists.tasks.map((task) => owner(task, task.task_id) ?? 0),
    tool_calls: lists.tool_calls.map((call) => owner(call, call.tool_call_id) ?? 0),
    model_usage: lists.model_usage.map((usage) => owner(usage, usage.model_usage_id) ?? 0),
    turns: lists.turns.map(({ turn_id: id }) => numbers.get(id) ?? 0),
    context_blocks: lists.context_blocks.map((block) => owner(block, block.block_id) ?? 0),
  }
  const referred = firstReferences(lists, named)
  const evidences = lists.evidences.map((one) => owner(one, one.evidence_id) ?? referred.get(one.evidence_id) ?? 0)
  const owners: Owners<DividedList> = { ...named, evidences }
  const count = Math.max(1, exchanges.length)
  const divided = listNames.map((name) => [name, divide<unknown>(lists[name], owners[name], count)] as const)
  return Array.from({ length: count }, (_, turn) => ({
    exchange: exchanges[turn],
    items: Object.fromEntries<unknown>(divided.map(([name, parts]) => [name, parts[turn] ?? []])) as TurnPart['items'],
  }))
}

/** The turn of each item, in the order of the lists. */
type Owners<L extends DividedList> = { readonly [Name in L]: readonly number[] }

function divide<T>(items: readonly T[], owners: readonly number[], count: number): Placed<T>[][] {
  const parts: Placed<T>[][] = Array.from({ length: count }, () => [])
  for (const [at, item] of items.entries()) parts[owners[at] ?? 0]?.push({ at, item })
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

/** The first turn that refers to each piece of evidence, by the evidence's id. */
function firstReferences(
  lists: Lists,
  owners: Owners<'messages' | 'tool_calls' | 'turns' | 'context_blocks'>,
): Map<string, number> {
  const idsOf = (refs: readonly { readonly evidence_id: string }[] = []) => refs.map(({ evidence_id: id }) => id)
  const references = [
    ...lists.messages.map(({ refs }, at) => ({ ids: idsOf(refs), turn: owners.messages[at] ?? 0 })),
    ...lists.tool_calls.map((call, at) => ({ ids: call.result_evidence_ids, turn: owners.tool_calls[at] ?? 0 })),
    ...lists.turns.map(({ evidence }, at) => ({ ids: idsOf(evidence), turn: owners.turns[at] ?? 0 })),
    ...lists.context_blocks.map(({ refs }, at) => ({ ids: idsOf(refs), turn: owners.context_blocks[at] ?? 0 })),
  ]
  const first = new Map<string, number>()
  for (const { ids, turn } of references) {
    for (const id of ids) first.set(id, Math.min(turn, first.get(id) ?? turn))
  }
  return first
}
