import { z } from 'zod'
import { ContextBlock, Evidence, Message, SessionContext, Task, ToolCall } from '@shared/session/session-context'
import { TurnTrace } from '@shared/session/turn-trace'
import { validateSessionContext } from '@shared/session/validate-session'
import { emptySession } from './apply-session-entry'
import { HeaderLine, SaidLine, valueOf } from './compact-lines'

/** What can still be read of a compacted file that is damaged. */
export interface SavedSession {
  readonly context: SessionContext
  /** Number of the last journal entry in it; 0 where that cannot be told. */
  readonly applied: number
}

const whole = <Item>(item: z.ZodType<Item>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => item.safeParse(one).data ?? []))

/** A line as far as it goes: of each list what is whole. */
const LineLeft = z.object({
  applied: z.number().int().nonnegative().catch(0),
  said: whole(Message),
  context: z
    .looseObject({
      meta: z.record(z.string(), z.unknown()).catch({}),
      session: z.looseObject({
        session_id: z.string(),
        messages: whole(Message),
        turns: whole(TurnTrace).optional(),
        tool_state: z.looseObject({ tool_calls: whole(ToolCall) }).optional(),
        task_state: z.looseObject({ todo_list: z.looseObject({ tasks: whole(Task) }) }).optional(),
      }),
      evidences: z.record(z.string(), z.unknown()).catch({}),
      context_blocks: whole(ContextBlock),
    })
    .optional()
    .catch(undefined),
})
type LineLeft = z.output<typeof LineLeft>

/**
 * Makes a session of the lines that are left of its compacted file: the words of every message from the line that searches read, where that is
 * whole, and whatever else is whole in what comes behind. What refers to something that is gone, refers to it no more. Undefined where
 * nothing that somebody said can be read, or nothing tells that the file is of this session.
 */
export function salvageSession(id: string, lines: readonly string[]): SavedSession | undefined {
  const header = valueOf(HeaderLine, lines[0] ?? '')?.header
  const last = lines.findLast((line) => line !== '') ?? ''
  const left = LineLeft.safeParse(valueOfCut(last.startsWith('{') ? last : `{${last}`)).data
  const owners = [header?.id, left?.context?.session.session_id].filter((owner) => owner !== undefined)
  if (!left || owners.length === 0 || owners.some((owner) => owner !== id)) return undefined
  const said = valueOf(SaidLine, lines[1] ?? '')?.said ?? left.said
  const { title, created_at, updated_at, pinned, folder, trashed_at } = header ?? {}
  const known = { title, created_at, updated_at, pinned, folder, trashed_at }
  const context = withoutDangling(contextOf(id, left, said, known))
  return context && { context, applied: left.applied }
}

function contextOf(id: string, { context }: LineLeft, said: readonly Message[], header: Record<string, unknown>) {
  const read = context?.session.messages ?? []
  const messages = said.length > 0 ? said.map((one, at) => sameMessage(one, read[at]) ?? one) : read
  const empty = emptySession(id).context
  const evidences = Object.entries(context?.evidences ?? {}).flatMap(([key, one]) => {
    const evidence = Evidence.safeParse(one).data
    return evidence ? [[key, evidence] as const] : []
  })
  const told = Object.fromEntries(Object.entries(header).filter(([, value]) => value !== undefined))
  return {
    ...empty,
    meta: { ...told, ...context?.meta },
    session: { ...empty.session, ...context?.session, messages },
    evidences: Object.fromEntries(evidences),
    context_blocks: context?.context_blocks ?? [],
  }
}

/** The message with all of its fields, where it is the one of which the other line has the words. */
function sameMessage({ role, content, turn_id }: Message, full: Message | undefined): Message | undefined {
  return full?.role === role && full.content === content && full.turn_id === turn_id ? full : undefined
}

/** Leaves out references to what was lost. */
function withoutDangling(saved: ReturnType<typeof contextOf>): SessionContext | undefined {
  const isKnown = (evidence: string) => Object.hasOwn(saved.evidences, evidence)
  const trim = <Item extends { refs?: { evidence_id: string }[] | undefined }>(item: Item): Item =>
    item.refs ? { ...item, refs: item.refs.filter((ref) => isKnown(ref.evidence_id)) } : item
  const trimResults = <Item extends { result_evidence_ids: string[] }>(item: Item): Item => ({
    ...item,
    result_evidence_ids: item.result_evidence_ids.filter(isKnown),
  })
  const { messages, tool_state: tools, task_state: tasks, ...session } = saved.session
  const checked = validateSessionContext({
    ...saved,
    session: {
      ...session,
      messages: messages.map(trim),
      ...(tools ? { tool_state: { ...tools, tool_calls: tools.tool_calls.map(trimResults) } } : {}),
      task_state: { todo_list: { tasks: tasks?.todo_list.tasks.map(trimResults) ?? [] } },
    },
    context_blocks: saved.context_blocks.map(trim),
  })
  return 'context' in checked ? checked.context : undefined
}

/** What an object has that was closed before its end. */
const cutMark = '\u0000cut'
/** Objects that are of use with a part of what they hold. */
const containers: ReadonlySet<string> = new Set([
  '',
  'context',
  'session',
  'evidences',
  'tool_state',
  'task_state',
  'todo_list',
])

/** The value of a JSON text that was cut off, as far as it is whole; undefined where it is not JSON. */
export function valueOfCut(text: string): unknown {
  try {
    return JSON.parse(closedJson(text), withoutCut)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

function withoutCut(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(cutMark in value)) return value
  if (!containers.has(key)) return undefined
  const { [cutMark]: mark, ...rest } = value
  return mark === true ? rest : value
}

/** Up to the last value that is whole, with every list and object closed. */
function closedJson(text: string): string {
  const open: string[] = []
  let isString = false
  let [end, closing] = [0, '']
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isString = false
      continue
    }
    if (sign === '"') isString = true
    else if (sign === '{') open.unshift(`,${JSON.stringify(cutMark)}:true}`)
    else if (sign === '[') open.unshift(']')
    else if (sign === '}' || sign === ']') open.shift()
    // Before a comma and behind a bracket a value has ended.
    if (sign === ',' || '{[}]'.includes(sign)) [end, closing] = [sign === ',' ? at : at + 1, open.join('')]
    if (open.length === 0 && end > 0) break
  }
  return text.slice(0, end) + (text[end - 1] === '{' ? closing.slice(1) : closing)
}
