import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SessionContext } from '@shared/session/session-context'
import { validateSessionContext, isRecord } from '@shared/session/validate-session'
import type { ModelContextRecord } from './schema'
import { addTexts, type TextPlaces, TextResolver, UnknownText, withReferences } from './text-references'
import { type DividedList, dividedLists, listNames, type TurnPart } from './turn-owners'

/**
 * The key of `tool_config` under which a context carries its part of the session it was made from: every item of that
 * turn under its place in the session's lists, with references to the context's own texts, and in the first context the
 * frame: the session with the length of each list in place of the list.
 */
export const carriedKey = 'cairn_session'

const version = 1

/** Keys whose text is always a reference, however short, so that who corrects the context's text corrects the session. */
const textKeys: ReadonlySet<string> = new Set(['content', 'question'])

const items = z.record(z.string().regex(/^\d+$/), z.unknown()).optional()

const Carried = z.strictObject({
  version: z.literal(version),
  frame: z.unknown().optional(),
  messages: items,
  tasks: items,
  tool_calls: items,
  model_usage: items,
  turns: items,
  evidences: items,
  context_blocks: items,
})

/**
 * What the context of one turn carries; the first one's part has the frame, for which it is given the session. `record`
 * is that context, of which everything but `tool_config` is used.
 */
export function carriedPart(
  { items: own }: TurnPart,
  record: ModelContextRecord,
  framed: SessionContext | null,
): Record<string, unknown> {
  const places = placesIn(record)
  const part: Record<string, unknown> = { version }
  if (framed) part['frame'] = withReferences(frameOf(framed), places, textKeys)
  for (const name of listNames) {
    const entries = own[name].map(({ at, item }) => [String(at), withReferences(item, places, textKeys)] as const)
    if (entries.length > 0) part[name] = Object.fromEntries(entries)
  }
  return part
}

/** The session that contexts carry among them; null unless they carry one whole, valid session. */
export function sessionCarriedBy(contexts: readonly ModelContextRecord[]): SessionContext | null {
  try {
    return assembled(contexts)
  } catch (thrown) {
    if (thrown instanceof UnknownText) return null
    throw thrown
  }
}

function assembled(contexts: readonly ModelContextRecord[]): SessionContext | null {
  const found = new Map<DividedList, Map<number, unknown>>(listNames.map((name) => [name, new Map()]))
  let frame: unknown
  for (const [at, context] of contexts.entries()) {
    const { data: part } = Carried.safeParse(context.tool_config[carriedKey])
    if (!part) return null
    const texts = new TextResolver(context)
    if (at === 0) frame = texts.resolve(part.frame)
    for (const name of listNames) {
      for (const [place, item] of Object.entries(part[name] ?? {}))
        found.get(name)?.set(Number(place), texts.resolve(item))
    }
  }
  let session = frame
  for (const name of listNames) {
    session = replacedAt(session, dividedLists[name], (count) => {
      const byPlace = found.get(name) ?? new Map<number, unknown>()
      // The wrong number of items is left to the comparison with the contexts made from this session.
      const list = Array.from({ length: Math.min(byPlace.size, Number(count)) }, (_, place) => byPlace.get(place))
      return name === 'evidences' ? keyed(list) : list
    })
  }
  return isSession(session) ? session : null
}

function frameOf(context: SessionContext): unknown {
  let frame: unknown = context
  for (const name of listNames) {
    frame = replacedAt(frame, dividedLists[name], (list) => Object.keys(isObject(list) ? list : []).length)
  }
  return frame
}

/** A copy with another value at a path; the same value where the path does not exist. */
function replacedAt(value: unknown, path: readonly string[], change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  return { ...value, [key]: replacedAt(value[key], rest, change) }
}

function keyed(evidences: readonly unknown[]): unknown {
  return Object.fromEntries(
    evidences.map((evidence) => [isRecord(evidence) ? String(evidence['evidence_id']) : '', evidence]),
  )
}

/** In this order: a text that stands in several places is referred to where it belongs. */
const textFields = ['raw_question', 'response', 'search_session', 'prompts', 'evaluation', 'retriver_chunks'] as const

function placesIn(record: ModelContextRecord): TextPlaces {
  const places = new Map<string, string>()
  for (const name of textFields) addTexts(places, record[name], `/${name}`)
  return places
}

/** Checked as it stands, for zod's copy leaves out keys named `__proto__`; what zod would add has to be there. */
function isSession(value: unknown): value is SessionContext {
  const checked = validateSessionContext(value)
  return 'context' in checked && holds(value, checked.context)
}

function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.length === value.length && part.every((item, at) => holds(value[at], item))
  }
  if (!isRecord(part)) return isDeepStrictEqual(value, part)
  return (
    isRecord(value) && Object.entries(part).every(([key, item]) => Object.hasOwn(value, key) && holds(value[key], item))
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
