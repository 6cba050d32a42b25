import { CairnError } from '@shared/errors'
import { z } from 'zod'
import { jsonCopy, isPlainObject, type Json } from '../export/json-value'

/** Takes a line of what goes on in a session. */
export interface RoundLogger {
  write: (line: string) => void
}

/** What one step noted; the numbers under `Round` and `SubtaskIndex` say where it belongs. */
export type LogEntry = Record<string, Json>

// -0 would come back from JSON as 0.
const integer = z.int().overwrite((value) => value + 0)
const count = integer.nonnegative()
const text = z.string()

/** What something took: tokens of language models, and whole milliseconds, so that sums are exact. */
const RoundCost = z.strictObject({ tokens: count, ms: count })
export type RoundCost = z.infer<typeof RoundCost>

const json = z.unknown().transform((value, context): Json => {
  try {
    return jsonCopy(value)
  } catch (thrown) {
    if (!(thrown instanceof CairnError)) throw thrown
    context.addIssue({ code: 'custom', message: thrown.message })
    return z.NEVER
  }
})

/** @internal Parses one structural log: any JSON object with two whole numbers in it. */
export const logEntry = json.transform((value, context): LogEntry => {
  if (!isEntry(value)) {
    context.addIssue({ code: 'custom', message: 'A log is an object.' })
    return z.NEVER
  }
  for (const key of ['Round', 'SubtaskIndex']) {
    if (!Number.isSafeInteger(value[key])) {
      context.addIssue({ code: 'custom', path: [key], message: 'A whole number is required.' })
    }
  }
  return value
})

function isEntry(value: Json): value is LogEntry {
  return isPlainObject(value)
}

const logger = z.custom<RoundLogger>((value) => isLogger(value), 'Not a logger.').nullable()

function isLogger(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'write') === 'function'
}

/** A dictionary with whole numbers for keys: a Map, or an object as JSON has it, whose keys become numbers again. */
function byIndex<Value extends z.ZodType>(value: Value) {
  return z.preprocess(withNumberKeys, z.map(integer, value))
}

function withNumberKeys(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  // Other spellings, such as 01, are left to be refused: they would meet 1 under the same key.
  return new Map(Object.entries(value).map(([key, held]) => [String(Number(key)) === key ? Number(key) : key, held]))
}

const structuralLogs = byIndex(byIndex(z.array(logEntry))).superRefine((rounds, context) => {
  for (const [round, subtasks] of rounds) {
    for (const [subtask, entries] of subtasks) {
      for (const [at, entry] of entries.entries()) {
        if (entry.Round === round && entry.SubtaskIndex === subtask) continue
        context.addIssue({
          code: 'custom',
          path: [round, subtask, at],
          message: 'Belongs to another round or subtask.',
        })
      }
    }
  }
})

function field<Schema extends z.ZodType>(schema: Schema, empty: z.infer<Schema>) {
  return { schema, empty }
}

/**
 * @internal Everything that the rounds of a session share, by the names of the source: the schema of each value, which
 * gives a copy except of loggers, and the value in an empty context.
 */
export const contextFields = {
  ID: field(text, ''),
  MODE: field(text, ''),
  LOG_PATH: field(text, ''),
  REQUEST: field(text, ''),
  SUBTASK: field(text, ''),
  PREVIOUS_SUBTASKS: field(z.array(text), []),
  HOST_MESSAGE: field(z.array(text), []),
  REQUEST_LOGGER: field(logger, null),
  LOGGER: field(logger, null),
  EVALUATION_LOGGER: field(logger, null),
  ROUND_STEP: field(byIndex(count), new Map()),
  SESSION_STEP: field(count, 0),
  CURRENT_ROUND_ID: field(integer, 0),
  /** Whatever stands for the window; there is none in a terminal. */
  APPLICATION_WINDOW: field(json, null),
  APPLICATION_PROCESS_NAME: field(text, ''),
  APPLICATION_ROOT_NAME: field(text, ''),
  CONTROL_REANNOTATION: field(z.array(json), []),
  SESSION_COST: field(RoundCost, { tokens: 0, ms: 0 }),
  ROUND_COST: field(byIndex(RoundCost), new Map()),
  ROUND_SUBTASK_AMOUNT: field(byIndex(count), new Map()),
  CURRENT_ROUND_STEP: field(count, 0),
  CURRENT_ROUND_COST: field(RoundCost, { tokens: 0, ms: 0 }),
  CURRENT_ROUND_SUBTASK_AMOUNT: field(count, 0),
  STRUCTURAL_LOGS: field(structuralLogs, new Map()),
}

export type ContextName = keyof typeof contextFields
export const contextNames = Object.keys(contextFields) as ContextName[]

/** The dictionaries by round id: the values that can be updated. */
export const dictionaryNames = ['ROUND_STEP', 'ROUND_COST', 'ROUND_SUBTASK_AMOUNT', 'STRUCTURAL_LOGS'] as const
export type DictionaryName = (typeof dictionaryNames)[number]

/** Live objects of this process, which cannot be stored. */
export const loggerNames = ['REQUEST_LOGGER', 'LOGGER', 'EVALUATION_LOGGER'] as const
export type LoggerName = (typeof loggerNames)[number]

/** Values that follow from a dictionary and the current round, each with that dictionary: writing the value writes there. */
export const derivedFrom: readonly (readonly [ContextName, DictionaryName])[] = [
  ['CURRENT_ROUND_STEP', 'ROUND_STEP'],
  ['CURRENT_ROUND_COST', 'ROUND_COST'],
  ['CURRENT_ROUND_SUBTASK_AMOUNT', 'ROUND_SUBTASK_AMOUNT'],
  ['SESSION_STEP', 'ROUND_STEP'],
  ['SESSION_COST', 'ROUND_COST'],
]

/** The type of each value. Dictionaries by round id, and logs by subtask index within that, are Maps. */
export type RoundContextValues = { [Name in ContextName]: z.infer<(typeof contextFields)[Name]['schema']> }

export function emptyContextValues(): RoundContextValues {
  const empty = contextNames.map((name): [string, unknown] => [name, structuredClone(contextFields[name].empty)])
  return Object.fromEntries(empty) as RoundContextValues
}
